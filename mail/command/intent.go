package command

import "time"

// Intent is what a message wants, or what is to be done about one of its lines. Its
// values are [Play], [Do], [Talk], [Ask], [Refuse] and [Ignore], and the answers to a
// question of ours: [ShowQuarantined], [DropQuarantined], [ConfirmQuarantined],
// [Confirmed], [Lapsed] and [ConfirmAddress].
type Intent interface{ intent() }

type (
	// Play wants plies played: those of the text, or the one of that number in a list.
	Play struct {
		Line     Line
		Text     string // with connecting words in English
		Numbered bool   // the text is a number of a list, Number
		Number   int
		// Question says that the line has a question mark: it is refused where it would
		// be played, and with it what the message plays there besides.
		Question bool
	}

	// Do wants a command carried out, which is Line.Do.
	Do struct {
		Line Line
		// Words are the lines below the command that belong to it alone, and Else is what
		// these lines are where the command takes no words.
		Words []string
		Else  []Intent
	}

	// Talk is words for somebody: the opponent in the game of the lines around it.
	Talk struct {
		Line Line
		// Hint says what the line may have been meant for; it is told only where nothing
		// else of the message was done. nil: nothing.
		Hint *Ask
	}

	// Ask wants the writer asked, or told, about a line that is not carried out.
	Ask struct {
		Code string // of the sentence; see templates.Problem
		Line Line
		Args []any
		Near []string // what could have been meant
		// Meant says that the line could be carried out, and that the question is whether
		// it was meant.
		Meant bool
		// Hint says that it is told only where nothing else of the message was done.
		Hint bool
	}

	// Refuse is what is refused before any line is carried out. An empty Line stands for
	// the message as a whole.
	Refuse struct {
		Line string
		Code string
		Args []any
	}

	// Ignore is a line of which nothing comes.
	Ignore struct{ Line Line }
)

// Explain is the code of an Ask that wants to be told how to play: of the invitation that
// the message replies to, or in general.
const Explain = "explain"

// What is answered to a question of ours. It comes before the intents of the lines.
type (
	// ShowQuarantined wants to see what is quarantined.
	ShowQuarantined struct {
		Message Quarantined
		Waiting int // so many are quarantined
	}
	// DropQuarantined wants it thrown away. Next is shown then, if there is one.
	DropQuarantined struct {
		Said    Line
		Message Quarantined
		Next    *Quarantined
		Left    int // so many are quarantined besides
	}
	// ConfirmQuarantined wants it done: its lines stand among the intents.
	ConfirmQuarantined struct{ Message Quarantined }

	// Confirmed means the line of a question, which stands among the intents.
	Confirmed struct{ Question int64 }
	// Lapsed ends a question without its line: by a no, or by whatever else was written.
	Lapsed struct {
		Question int64
		No       *Line // nil: there was none
	}

	// ConfirmAddress says whether the address that was asked is the player's.
	ConfirmAddress struct{ Yes bool }
)

func (Play) intent()               {}
func (Do) intent()                 {}
func (Talk) intent()               {}
func (Ask) intent()                {}
func (Refuse) intent()             {}
func (Ignore) intent()             {}
func (ShowQuarantined) intent()    {}
func (DropQuarantined) intent()    {}
func (ConfirmQuarantined) intent() {}
func (Confirmed) intent()          {}
func (Lapsed) intent()             {}
func (ConfirmAddress) intent()     {}

// Quarantined is a message in the writer's name that nothing proved, and that waits for a
// yes.
type Quarantined struct {
	ID    int64
	At    time.Time
	Lines []string
}
