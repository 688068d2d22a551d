package desk

import (
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/solving"
)

// puzzlesOf is what a letter wants of puzzles.
func puzzlesOf(a *answer) *solving.Letter {
	if a.reading.puzzles == nil {
		a.reading.puzzles = solving.Of(a.tx, a.letters, a.writer.Player, a.writer.Proven, a.writer.Ticket)
	}
	return a.reading.puzzles
}

// solves answers the puzzle that the letter replies to by a line of plies, and reports
// whether the line was for it. A number is for its list; a ply that can also be played in a
// game under way is asked about.
func solves(a *answer, c command.Command) (bool, error) {
	asked, err := puzzlesOf(a).AtHand()
	if err != nil || asked == nil || a.named(c) != 0 || a.talk.addressee > 0 {
		return false, err
	}
	if c.Question {
		a.problem(c, club.Refuse("question"))
		return true, nil
	}
	if _, number := command.ListNumber(c.Args); !number {
		games, err := underWay(a)
		if err != nil {
			return true, err
		}
		for _, g := range games {
			t, err := a.tx.Open(g)
			if err != nil {
				return true, err
			}
			if me := t.Side(a.writer.Player); t.Turn() != me || !t.Try(me, a.asOf()).Reads(c.Args) {
				continue
			}
			if asked.Reads(c.Args) {
				a.problem(c, club.Refuse("puzzle-or-game", g.ID, c.Typed))
			}
			return asked.Reads(c.Args), nil
		}
	}
	p, err := a.player()
	if err != nil {
		return true, err
	}
	return true, a.outcome(c, puzzlesOf(a).Solve(p, c.Args))
}
