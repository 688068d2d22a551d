package handler

import (
	"time"

	"turnpost/mail/auth"
)

// AnswerLimits keep programs from writing to each other for ever, and data from being kept for ever.
type AnswerLimits struct {
	// ErrorsAnHour and ErrorsADay are how many messages that only tell of errors one address is
	// sent for unproven mail, and ProvenADay how many in all; see package handler.
	ErrorsAnHour, ErrorsADay, ProvenADay int
	// SameError is how long the same error is not told again. SameTalk is how long the same
	// message is not answered again of which nothing was understood. It is longer than the
	// first days of a vacation, because an autoresponder that does not identify itself writes
	// the same each time.
	SameError, SameTalk time.Duration
	// Repeated is how often the same is told in that time to a writer who repeats it in reply
	// to other messages of ours. RepeatedTalk is the same for many words of which nothing was
	// understood, in reply to answers of ours.
	Repeated, RepeatedTalk int
	// WordsADay is how many messages of words without a command, of all addresses of a mailbox, go to
	// opponents in a day.
	WordsADay int
	// LooksADay is how many messages that only show something one address is sent for unproven
	// mail: anyone can ask for them in anyone's name.
	LooksADay int
	// QuestionsADay is how many questions about unproven mail one address is sent, and how many
	// answers if it was never proven. QuestionsAnHour is how many questions, looks and errors
	// all addresses together are sent for such mail; see package handler.
	QuestionsADay, QuestionsAnHour int
	// Fresh is how old a message may be that the operator's server or a signature proves; 0:
	// any age, for clocks that are not the world's.
	Fresh time.Duration
}

// DefaultLimits returns the default limits.
func DefaultLimits() AnswerLimits {
	return AnswerLimits{
		ErrorsAnHour: 3, ErrorsADay: 20, ProvenADay: 60, SameError: day, SameTalk: 8 * day, LooksADay: 3,
		Repeated: 20, RepeatedTalk: 3, WordsADay: 50,
		QuestionsADay: 1, QuestionsAnHour: 20, Fresh: auth.MaxAge,
	}
}

// withinLimit reports whether another answer may be sent, if so many were sent in a span, the
// first at that time. If it is the last one, it also returns until when no other may be sent.
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

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
