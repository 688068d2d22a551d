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

// repliesTo returns when our message was written that this one replies to, if that was about
// no game, which is how a puzzle in it is known; 0 if there is none.
func (a *answer) repliesTo() int64 {
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
	if p.looked || a.repliesTo() == 0 {
		return p.asked, nil
	}
	asked, err := analysis.PuzzleIn(a.tx, a.writer.Player, a.repliesTo())
	if err == nil {
		p.asked, p.looked = asked, true
	}
	return asked, err
}

// solves answers the puzzle at hand by a line of plies that names no game, and reports
// whether the line was for it. A number is for the puzzle's list. A ply that may also be
// meant in a game under way is asked about, unless it continues the turn of the line above.
func (a *answer) solves(p command.Play) (bool, error) {
	c := p.Line
	asked, err := a.puzzleAtHand()
	if err != nil || asked == nil || a.named(c) != 0 {
		return false, err
	}
	if !p.Numbered {
		game, continues, err := a.fits(c.Args)
		switch {
		case err != nil || continues || !asked.Reads(c.Args) && (game != 0 || a.talk.addressee > 0):
			return false, err
		case game != 0 && !p.Question:
			a.problem(c, club.Refuse("puzzle-or-game", game, c.Typed))
			return true, nil
		}
	}
	if p.Question {
		a.problem(c, club.Refuse("question"))
		return true, nil
	}
	return true, a.outcome(c, a.solve(c.Args))
}

// fits returns the first of the writer's games under way in which a text can be meant as a
// ply; 0 if there is none. continues says that it is the game of the line above.
func (a *answer) fits(text string) (game int64, continues bool, err error) {
	for _, o := range a.games {
		if o.game.Row.ID == a.talk.addressee && o.trial.Turn() == o.me && o.trial.Reads(text) {
			return a.talk.addressee, true, nil
		}
	}
	games, err := a.underWay()
	if err != nil {
		return 0, false, err
	}
	for _, g := range games {
		if g.ID == a.talk.addressee {
			continue
		}
		if ok, err := a.couldMean(g, text); ok || err != nil {
			return g.ID, false, err
		}
	}
	return 0, false, nil
}

// couldMean reports whether a text can be meant as one ply of a game: it is one now, or was
// one when the writer was last to move, and the message that this one replies to is older
// than what was played since.
func (a *answer) couldMean(g db.Game, text string) (bool, error) {
	game, err := a.tx.Open(g)
	if err != nil {
		return false, err
	}
	n := game.Record.Len()
	if side := game.Side(a.writer.Player); game.Turn() != side {
		if game.Row.TurnAt.Unix() <= a.repliesTo() {
			return false, nil
		}
		for n--; n >= 0 && game.Record.At(n).Turn() != side; n-- {
		}
	}
	if n < 0 {
		return false, nil
	}
	_, err = game.Record.At(n).Parse(text)
	return err == nil, nil
}

// puzzle carries out the command: it shows a puzzle, answers the one at hand or else the
// last one, or sets when one comes.
func (a *answer) puzzle(p db.Player, do command.Puzzle) (err error) {
	switch {
	case do.Answer != "":
		return a.solve(do.Answer)
	case do.Daily == "":
		return a.showPuzzle(p, do)
	case do.Daily == "off":
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
func (a *answer) showPuzzle(p db.Player, do command.Puzzle) error {
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

// solve answers the puzzle at hand, or else the last one. A message answers once: with two
// plies, neither may be meant.
func (a *answer) solve(text string) error {
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
		a.messages.PuzzleAnswered(p, verdict)
	}
	return err
}
