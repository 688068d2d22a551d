package command

import (
	"time"

	"turnpost/mail"
)

// Intent is what a line of a message means. It is one of [Play], [SolvePuzzle], [Do], [Answer], [Talk],
// [NeedsProof], [Ask], [Refuse], [LeaveOutSignature] and [IgnoreLine], or an answer to a question of ours:
// [ShowQuarantined], [DropQuarantined], [ConfirmQuarantined], [ConfirmLine], [EndQuestion] or
// [ConfirmAddress].
//
// Game is the game or invitation that a line is for, or the one that the message begins (see
// [Begun]); 0: none.
type Intent interface{ intent() }

type (
	// Play plays plies: those of Text, or the one with that number in a list.
	Play struct {
		Line     Line
		Game     int64
		Text     string // with connecting words in English
		Numbered bool   // Text is the number of a list, Number
		Number   int
		// Question says that the line has a question mark. It is refused, together with
		// everything else that the message plays in that game.
		Question bool
		// Accepts says that Game is an invitation, which the first ply accepts.
		Accepts bool
	}

	// SolvePuzzle answers the puzzle that the message replies to, by a ply or its number in the list.
	SolvePuzzle struct {
		Line Line
		Text string
	}

	// Do carries out the command in Line.Do.
	Do struct {
		Line Line
		Game int64
		// Words are the lines of talk below the command, which belong to it. If the command
		// does not use them, Else is what they mean.
		Words []string
		Else  []Intent
		// Contradicts says that it takes a turn back in a game in which the message also plays.
		// If the plies can be played, nothing of both is done.
		Contradicts bool
	}

	// Answer says yes or no to what is offered in a game, or to a question whether the writer
	// leaves.
	Answer struct {
		Line Line
		Game int64
		To   mail.Question // AsksUnknown if nothing is offered, which the club explains
		Yes  bool
		// Contradicts says that it is a yes to an offer in a game in which the message also
		// plays, which declines the offer. If the plies can be played, nothing of both is done.
		Contradicts bool
	}

	// Talk is words for the opponent in the game of the lines around it, or for [Nobody].
	Talk struct {
		Line Line
		Game int64
		// Hint says what the line may have been meant to be. The writer is told only if the
		// message did nothing else. nil: there is no hint.
		Hint *Ask
	}

	// NeedsProof is a line that needs a proven writer, and has none. It is quarantined.
	NeedsProof struct {
		Line Line
		Game int64
	}

	// Ask asks the writer about a line, or tells them why it is not carried out.
	Ask struct {
		Code string // of the sentence; see templates.Problem
		Line Line
		Game int64
		Args []any
		// Candidates are the games or invitations that the line could be for. The sentence
		// begins with the first.
		Candidates []int64
		Near       []string // what could have been meant
		// Kept says that Line is words that were kept from the opponent, and can be said; If is
		// them as conditionals, if they can be read so.
		Kept bool
		If   string
		// Meant says that the question is whether the line was meant: it could be carried
		// out. Stored is the line with the number of its game, to be stored with the question
		// if it is the only one; Plays says that a yes in reply then plays it.
		Meant  bool
		Stored string
		Plays  bool
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

	// LeaveOutSignature tells the writer that these lines are not passed on, since they look like a
	// signature.
	LeaveOutSignature struct{ Lines []string }

	// IgnoreLine does nothing.
	IgnoreLine struct{ Line Line }
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

	// ConfirmLine says that the line of a question was meant. It is among the intents.
	ConfirmLine struct{ Question int64 }
	// EndQuestion ends a question: by a no, or because the message says something else.
	EndQuestion struct {
		Question int64
		No       *Line // nil if there is none
	}

	// ConfirmAddress says whether the address is the player's.
	ConfirmAddress struct{ Yes bool }
)

// LineOf returns the line of an intent, if it has one.
func LineOf(in Intent) (l Line, ok bool) {
	switch in := in.(type) {
	case Play:
		return in.Line, true
	case SolvePuzzle:
		return in.Line, true
	case Do:
		return in.Line, true
	case Answer:
		return in.Line, true
	case Talk:
		return in.Line, true
	case NeedsProof:
		return in.Line, true
	case Ask:
		return in.Line, true
	}
	return Line{}, false
}

func (Play) intent()               {}
func (SolvePuzzle) intent()        {}
func (NeedsProof) intent()         {}
func (Do) intent()                 {}
func (Answer) intent()             {}
func (Talk) intent()               {}
func (Ask) intent()                {}
func (Refuse) intent()             {}
func (LeaveOutSignature) intent()  {}
func (IgnoreLine) intent()         {}
func (ShowQuarantined) intent()    {}
func (DropQuarantined) intent()    {}
func (ConfirmQuarantined) intent() {}
func (ConfirmLine) intent()        {}
func (EndQuestion) intent()        {}
func (ConfirmAddress) intent()     {}

// Quarantined is an unproven message in the writer's name that waits for a yes.
type Quarantined struct {
	ID    int64
	At    time.Time
	Lines []string
}
