package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/command"
)

// puzzles is what a message does with puzzles.
type puzzles struct {
	asked  *analysis.AskedPuzzle // in the message that it replies to, if it was looked for
	looked bool
	solved bool // it has answered one
	shown  bool // the answer shows one
}

// parentTime returns when our message was written that this one replies to, if that was about
// no game, which is how a puzzle in it is known; 0 if there is none.
func (a *answer) parentTime() int64 {
	t := a.writer.ReplyToken
	if !a.writer.Proven || t.Secret == "" || t.Game != 0 || t.Quarantine != 0 {
		return 0
	}
	return t.Ply
}

// puzzleAtHand returns the puzzle in the message that this one replies to; nil if there is
// none. Messages about one game have none.
func (a *answer) puzzleAtHand() (*analysis.AskedPuzzle, error) {
	p := &a.puzzles
	if p.looked || a.parentTime() == 0 {
		return p.asked, nil
	}
	asked, err := analysis.PuzzleIn(a.tx, a.writer.Player, a.parentTime())
	if err == nil {
		p.asked, p.looked = asked, true
	}
	return asked, err
}

// carryOutPuzzle carries out the command: it shows a puzzle, answers the one at hand or else the
// last one, or sets when one comes.
func (a *answer) carryOutPuzzle(p db.Player, do command.AskPuzzle) (err error) {
	switch {
	case do.Answer != "":
		return a.solvePuzzle(do.Answer)
	case do.Daily == "":
		return a.showPuzzle(p, do)
	case do.Daily == command.Off:
		err = analysis.DropDailyPuzzle(a.tx, p.ID)
	default:
		err = analysis.SetDailyPuzzle(a.tx, p.ID, do.Minute)
	}
	if err != nil {
		return err
	}
	return a.messages.PuzzleSetting(p)
}

// showPuzzle shows a puzzle of the game that a command names, or of any. An answer shows only
// one, so that it is known which one a reply is for.
func (a *answer) showPuzzle(p db.Player, do command.AskPuzzle) error {
	if a.puzzles.shown {
		return club.Refuse("puzzle-one")
	}
	name := ""
	if do.Game != nil {
		name = do.Game.Name
	}
	s, err := analysis.AskPuzzle(a.tx, p.ID, name)
	switch {
	case err != nil:
		return err
	case s == nil:
		return a.messages.NoPuzzle(p, do.Game)
	}
	a.puzzles.shown = true
	return a.messages.Puzzle(p, s)
}

// solvePuzzle answers the puzzle at hand, or else the last one. A message answers once: with two
// plies, neither may be meant.
func (a *answer) solvePuzzle(text string) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	asked, err := a.puzzleAtHand()
	if err == nil && asked == nil {
		asked, err = analysis.LastPuzzle(a.tx, p.ID)
	}
	switch {
	case err != nil:
		return err
	case asked == nil:
		return club.Refuse("puzzle-none")
	case a.puzzles.solved:
		return club.Refuse("puzzle-once")
	}
	verdict, err := asked.Answer(a.tx, p.ID, text)
	if err == nil {
		a.puzzles.solved = true
		err = a.messages.PuzzleAnswered(p, verdict)
	}
	return err
}
