package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/command"
)

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
	if a.puzzleShown {
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
	a.puzzleShown = true
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
	case a.puzzleSolved:
		return club.Refuse("puzzle-once")
	}
	verdict, err := asked.Answer(a.tx, p.ID, a.lang, text)
	if err == nil {
		a.puzzleSolved = true
		err = a.messages.PuzzleAnswered(p, verdict)
	}
	return err
}
