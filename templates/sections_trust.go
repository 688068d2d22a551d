package templates

import "time"

// Quarantined tells the reader that a letter in their name, which nothing proves, was not
// carried out, and asks whether to show it.
type Quarantined struct{ Until time.Time }

// Claimed shows what such a letter wants, and asks the reader whether it is theirs.
type Claimed struct {
	Lines []string // all that a yes would carry out
	Until time.Time
	More  bool // others are quarantined besides
}

// Dropped tells that such a letter is thrown away.
type Dropped struct{}

// NewAddress asks an address whether it is a player's.
type NewAddress struct {
	First   string // the player's own
	Address string // the one that is asked
	Until   time.Time
}

// AddressNews tells a player what became of a second address.
type AddressNews struct {
	Address string
	What    string // asked, added, refused, failed or off
}

func (*Quarantined) template() string { return "held" }
func (*Claimed) template() string     { return "claimed" }
func (*Dropped) template() string     { return "dropped" }
func (*NewAddress) template() string  { return "newaddress" }
func (*AddressNews) template() string { return "addressnews" }
