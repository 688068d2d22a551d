package notify

import (
	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/templates"
)

// postMortem shows both players the turning points of a game that is over, as far as they
// want to know them.
func (m *Messages) postMortem(e analysis.PostMortemFound) error {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		reader := e.Game.Player(side)
		blocked, err := m.tx.DB.OperatorBlocked(reader.ID)
		if err != nil {
			return err
		}
		if !blocked && !reader.NoAnalysis {
			m.to(reader).of(e.Game).add(m.postMortemFor(e, side))
		}
	}
	return nil
}

// postMortemFor is that section for one side.
func (m *Messages) postMortemFor(e analysis.PostMortemFound, side rules.Side) *templates.PostMortem {
	g, reader := e.Game, e.Game.Player(side)
	sec := &templates.PostMortem{Game: g.Row.ID, Title: g.Rules.Title, Opponent: g.Opponent(side).Name}
	for _, j := range e.Plies {
		after := g.Record.Until(j.Ply)
		sec.Solved = j.Before.Exact
		sec.Plies = append(sec.Plies, templates.TurningPly{
			Ply: j.Ply, Move: string(j.Played), Better: string(j.Best), You: j.Side == side, Lost: j.Lost(),
			Before: j.Before.Percent(), After: j.After.Percent(),
			Board: m.board(after.Position(), after.Tail(rules.Marked), g.Rules, side, reader),
		})
	}
	return sec
}
