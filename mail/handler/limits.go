package handler

import (
	"time"

	"turnpost/mail/auth"
)

// Limits keep machines from writing to each other for ever, and the past from
// being kept for ever.
type Limits struct {
	// ErrorsAnHour and ErrorsADay are how many letters that only tell of errors
	// one address is sent for letters that did not prove their writer, and
	// ProvenADay how many are sent there in all; see package handler.
	ErrorsAnHour, ErrorsADay, ProvenADay int
	// SameError is how long the same error is not told again; SameTalk is how
	// long the same letter of which nothing was understood is not answered
	// again. The second is longer than a vacation's first days: an autoresponder
	// that gives no sign of itself writes the same each time.
	SameError, SameTalk time.Duration
	// LooksADay is how many letters that only show something one address is sent
	// for letters that did not prove their writer: anyone can ask for them in
	// anyone's name.
	LooksADay int
	// QuestionsADay is how many questions about mail that nothing proves one
	// address is sent, and how many answers if it was never proven; QuestionsAnHour
	// is how many questions, looks and errors all addresses are sent together for such
	// mail; see package handler.
	QuestionsADay, QuestionsAnHour int
	// Fresh is how old a mail may be that the operator's server or a signature
	// proves; 0: any age, for where the clock is not the world's.
	Fresh time.Duration
	// KeepLetters is how long the text of letters is kept; 0: for ever.
	KeepLetters time.Duration
	// KeepAudit is how long it is kept what operators did by command; 0: for ever.
	KeepAudit time.Duration
}

// DefaultLimits are the usual limits.
func DefaultLimits() Limits {
	const day = 24 * time.Hour
	return Limits{
		ErrorsAnHour: 3, ErrorsADay: 20, ProvenADay: 60, SameError: day, SameTalk: 8 * day, LooksADay: 3,
		QuestionsADay: 1, QuestionsAnHour: 20, Fresh: auth.MaxAge, KeepLetters: 30 * day, KeepAudit: 400 * day,
	}
}

// withinLimit says whether an answer may go out of which most do in a span, when so many
// did, the first of them then; and, if it is the last, until when no other does.
func withinLimit(now time.Time, n int, first time.Time, most int, span time.Duration) (may bool, silent time.Time) {
	switch {
	case n >= most:
		return false, silent
	case n+1 < most:
		return true, silent
	case n == 0:
		first = now
	}
	return true, first.Add(span)
}

// latest is the later of two moments.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
