package templates

import "time"

// Terms are what a game is played by.
type Terms struct {
	// Each clock begins with Start, gains More after each turn and never holds
	// above Most.
	Start, More, Most time.Duration
	Weekdays          bool // Saturdays and Sundays do not count
	Rated             bool
	Robots            bool      // a program plays for one of them, so that it is rated apart
	Until             time.Time // when the invitation expires
}

// OpenLine is a challenge that anyone may accept.
type OpenLine struct {
	Game       int64
	Title      string
	Name       string // of the game, as players type it
	Challenger string
	Mine       bool   // the reader's own
	Side       string // what is left for whoever accepts
	Pace       string
	Terms      Terms
}

// OpenChallenges lists the challenges that anyone may accept.
type OpenChallenges struct{ Lines []OpenLine }

// Blocked tells what became of a block.
type Blocked struct {
	Who      string
	Already  bool
	Declined int // invitations
	Running  int // games with each other, which go on
}

// Muted tells whose words the reader gets no more, or again.
type Muted struct {
	Who string
	Off bool // they come again
}

// Asking asks the reader to confirm what cannot be undone.
type Asking struct {
	What        string // stop or forget
	Games       int    // running ones, which would be resigned
	Invitations int    // open ones, which would end
}

// Kept tells that nothing was done of what the reader was asked.
type Kept struct{ What string }

// Stopped is the last letter to somebody who wants no more.
type Stopped struct {
	Games       int // that were resigned
	Invitations int // that ended
}

// Forgotten is the last letter to somebody who was erased.
type Forgotten struct {
	Address string
	Games   int // that were resigned
}

func (*OpenChallenges) template() string { return "open" }
func (*Blocked) template() string        { return "blocked" }
func (*Muted) template() string          { return "muted" }
func (*Asking) template() string         { return "asking" }
func (*Kept) template() string           { return "kept" }
func (*Stopped) template() string        { return "stopped" }
func (*Forgotten) template() string      { return "forgotten" }
