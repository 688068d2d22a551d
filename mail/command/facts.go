package command

import (
	"time"

	"turnpost/rules"
)

// Facts are what is known of a letter before it is understood.
type Facts struct {
	Lines   []string // the writer's own
	Subject string   // "" if it is one of ours
	Lang    string   // the writer's
	// Old are lines that may be of an old mail; Unwrapped says that the lines end where
	// their writer ended them.
	Old       []string
	Unwrapped bool
	// Most is how many commands the letter may hold.
	Most int

	Proven bool
	Game   int64 // that the letter replies in; 0: none
	// Leaving says that the writer was asked whether they mean to leave.
	Leaving bool
	// Answers is the letter of ours about what is quarantined that this one answers;
	// nil: none.
	Answers *AskedQuarantine
	// Questions are the lines of which the writer was asked whether they were meant, the
	// newest first.
	Questions []AskedLine
}

// Quarantined is a letter in the writer's name that nothing proved, and that waits for a
// yes.
type Quarantined struct {
	ID    int64
	At    time.Time
	Lines []string
}

// AskedQuarantine is a letter of ours about one that is quarantined.
type AskedQuarantine struct {
	Quarantine int64 // the number of what it was about
	Shown      bool  // it showed what is quarantined; else it asked whether to
	// Waiting is what is quarantined of the writer by now, the newest first.
	Waiting []Quarantined
}

// AskedLine is a line that the writer was asked about before this letter.
type AskedLine struct {
	ID      int64
	Line    Line
	Replied bool // the letter answers the one that asked
	Stands  bool // and no later letter of the game went to the writer
}

// Lookup answers what only the games can tell.
type Lookup interface {
	// Candidates are the rules of the games that a line could be for.
	Candidates(c Line) []rules.Game
	// Awaited reports whether a command is for an invitation that the writer can accept,
	// or for a game in which the other side offers something.
	Awaited(c Line) (invited, offered bool, err error)
	// TrialBoard is that of the game which the letter replies in, before its lines are
	// played; nil: there is none.
	Board() TrialBoard
}

// TrialBoard is where lines are tried; nothing is stored.
type TrialBoard interface {
	// Play plays a line, if all of it can be played; a number is one of the list.
	Play(c Line) bool
	// Plies are those that were played.
	Plies() []rules.Move
}

// Meant is what a letter means.
type Meant struct {
	// Answer is what it says to a question of ours, which is carried out before its
	// commands: a value of one of the types below; nil: nothing.
	Answer   any
	Commands []Line
	Refused  []Refused
}

// Refused is a line that is not tried, and the code of the sentence that says why.
type Refused struct {
	Line string // "": all of the letter
	Code string
	Args []any
}

// What is answered to a question of ours.
type (
	// ShowQuarantined wants to see what is quarantined.
	ShowQuarantined struct {
		Letter  Quarantined
		Waiting int // so many are quarantined
	}
	// DropQuarantined wants it thrown away; Next is shown then, if there is one.
	DropQuarantined struct {
		Said   Line
		Letter Quarantined
		Next   *Quarantined
		Left   int // so many are quarantined besides
	}
	// ConfirmQuarantined wants it done: its lines stand among the commands.
	ConfirmQuarantined struct{ Letter Quarantined }

	// Confirmed means the line of a question, which stands among the commands.
	Confirmed struct{ Question int64 }
	// Lapsed ends a question without its line: by a no, or by whatever else was written.
	Lapsed struct {
		Question int64
		No       *Line // nil: there was none
	}

	// ConfirmAddress says whether the address that was asked is the player's.
	ConfirmAddress struct{ Yes bool }
)
