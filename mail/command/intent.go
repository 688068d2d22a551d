package command

import (
	"time"

	"turnpost/mail"
)

// Intent is what a line of a message means. It is one of [Play], [Do], [Answer], [Talk],
// [Ask], [Refuse], [LeaveOut] and [Ignore], or an answer to a question of ours: [ShowQuarantined],
// [DropQuarantined], [ConfirmQuarantined], [Confirmed], [Lapsed] or [ConfirmAddress].
type Intent interface{ intent() }

type (
	// Play plays plies: those of Text, or the one with that number in a list.
	Play struct {
		Line     Line
		Text     string // with connecting words in English
		Numbered bool   // Text is the number of a list, Number
		Number   int
		// Question says that the line has a question mark. It is refused, together with
		// everything else that the message plays in that game.
		Question bool
	}

	// Do carries out the command in Line.Do.
	Do struct {
		Line Line
		// Words are the lines of talk below the command, which belong to it. If the command
		// does not use them, Else is what they mean.
		Words []string
		Else  []Intent
	}

	// Answer says yes or no to what is offered in the game that Line names or that is at hand,
	// or to a question whether the writer leaves.
	Answer struct {
		Line Line
		To   mail.Question // AsksUnknown if nothing is offered, which the club explains
		Yes  bool
	}

	// Talk is words for the opponent in the game of the lines around it.
	Talk struct {
		Line Line
		// Hint says what the line may have been meant to be. The writer is told only if the
		// message did nothing else. nil: there is no hint.
		Hint *Ask
	}

	// Ask asks the writer about a line, or tells them why it is not carried out.
	Ask struct {
		Code string // of the sentence; see templates.Problem
		Line Line
		Args []any
		Near []string // what could have been meant
		// Kept says that Line is words that were kept from the opponent, and can be said; If is
		// them as conditionals, if they can be read so.
		Kept bool
		If   string
		// Meant says that the question is whether the line was meant: it could be carried
		// out.
		Meant bool
		// Preview says that the plies of the line can be played. The board after them is shown.
		Preview bool
		// Hint says that the writer is told only if the message did nothing else.
		Hint bool
	}

	// Refuse refuses a line before any other is carried out, or, if Line is empty, what is
	// beyond a limit of the message.
	Refuse struct {
		Line string
		Code string
		Args []any
	}

	// LeaveOut tells the writer that these lines are not passed on, since they look like a
	// signature.
	LeaveOut struct{ Lines []string }

	// Ignore does nothing.
	Ignore struct{ Line Line }
)

// Explain is the code of an Ask that tells the writer how to play: the game of the
// invitation that the message replies to, or in general.
const Explain = "explain"

// Answers to a question of ours. They come before the intents of the lines.
type (
	// ShowQuarantined shows a quarantined message.
	ShowQuarantined struct {
		Message Quarantined
		Waiting int // how many are quarantined
	}
	// DropQuarantined deletes it. Then Next is shown, if there is one.
	DropQuarantined struct {
		Said    Line
		Message Quarantined
		Next    *Quarantined
		Left    int // how many others are quarantined
	}
	// ConfirmQuarantined carries it out: its lines are among the intents.
	ConfirmQuarantined struct{ Message Quarantined }

	// Confirmed says that the line of a question was meant. It is among the intents.
	Confirmed struct{ Question int64 }
	// Lapsed ends a question: by a no, or because the message says something else.
	Lapsed struct {
		Question int64
		No       *Line // nil if there is none
	}

	// ConfirmAddress says whether the address is the player's.
	ConfirmAddress struct{ Yes bool }
)

func (Play) intent()               {}
func (Do) intent()                 {}
func (Answer) intent()             {}
func (Talk) intent()               {}
func (Ask) intent()                {}
func (Refuse) intent()             {}
func (LeaveOut) intent()           {}
func (Ignore) intent()             {}
func (ShowQuarantined) intent()    {}
func (DropQuarantined) intent()    {}
func (ConfirmQuarantined) intent() {}
func (Confirmed) intent()          {}
func (Lapsed) intent()             {}
func (ConfirmAddress) intent()     {}

// Quarantined is an unproven message in the writer's name that waits for a yes.
type Quarantined struct {
	ID    int64
	At    time.Time
	Lines []string
}
