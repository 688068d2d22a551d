package desk

import "time"

// Limits keep machines from writing to each other for ever, and the past from
// being kept for ever.
type Limits struct {
	// ErrorsAnHour and ErrorsADay are how many letters that only tell of errors
	// one address is sent; see restraint.go.
	ErrorsAnHour, ErrorsADay int
	// SameError is how long the same error is not told again; SameTalk is how
	// long the same letter of which nothing was understood is not answered
	// again. The second is longer than a vacation's first days: an autoresponder
	// that gives no sign of itself writes the same each time.
	SameError, SameTalk time.Duration
	// LooksADay is how many letters that only show something one address is sent
	// for letters that did not prove their writer: anyone can ask for them in
	// anyone's name.
	LooksADay int
	// KeepLetters is how long the text of letters is kept; 0: for ever.
	KeepLetters time.Duration
}

// DefaultLimits are the usual limits.
func DefaultLimits() Limits {
	const day = 24 * time.Hour
	return Limits{ErrorsAnHour: 3, ErrorsADay: 20, SameError: day, SameTalk: 8 * day, LooksADay: 20, KeepLetters: 30 * day}
}
