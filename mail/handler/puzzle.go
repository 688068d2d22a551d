package handler

import (
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// puzzlesOf is what a letter wants of puzzles.
func (a *answer) puzzlesOf() *puzzleHandling {
	if a.puzzles == nil {
		a.puzzles = newPuzzleHandling(a.tx, a.letters, a.writer.Player, a.writer.Proven, a.writer.Ticket)
	}
	return a.puzzles
}

// solves answers the puzzle that the letter replies to by a line of plies that names no
// game, and reports whether the line was for it. A number is for its list; a ply that can
// also be meant in a game under way is asked about, unless it goes on with the turn of the
// line above it.
func (a *answer) solves(p command.Play) (bool, error) {
	c := p.Line
	asked, err := a.puzzlesOf().AtHand()
	if err != nil || asked == nil || a.named(c) != 0 {
		return false, err
	}
	if !p.Numbered {
		game, goesOn, err := a.fits(c.Args)
		switch {
		case err != nil || goesOn || !asked.Reads(c.Args) && (game != 0 || a.talk.addressee > 0):
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
	player, err := a.player()
	if err != nil {
		return true, err
	}
	return true, a.outcome(c, a.puzzlesOf().Solve(player, c.Args))
}

// fits is the first of the writer's games under way in which a text can be meant as a ply;
// 0: there is none. goesOn says that it is the one of the line above.
func (a *answer) fits(text string) (game int64, goesOn bool, err error) {
	for _, o := range a.games {
		if o.table.Game.ID == a.talk.addressee && o.trial.Turn() == o.me && o.trial.Reads(text) {
			return a.talk.addressee, true, nil
		}
	}
	games, err := a.underWay()
	if err == nil {
		games = slices.DeleteFunc(slices.Clone(games), func(g db.Game) bool { return g.ID == a.talk.addressee })
		game, err = a.puzzlesOf().FitsOne(games, text)
	}
	return game, false, err
}
