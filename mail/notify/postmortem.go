package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/rules/engine"
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
	told := g.Rules.In(reader.Lang)
	for i, j := range e.Plies {
		sec.Solved = j.Before.Exact
		at, better := g.Record.At(j.Ply-1), ""
		if j.Best != "" {
			better = rules.Spell(at, j.Best, told.Say)
		}
		sec.Plies = append(sec.Plies, templates.TurningPly{
			Ply: j.Ply, Move: rules.Spell(at, j.Played, told.Say), Better: better, You: j.Side == side, Lost: j.Lost(),
			Before: j.Before.Percent(), After: j.After.Percent(), Back: givenBack(e.Plies[:i], j),
			Board: m.boardBefore(g, j.Ply, side, reader, j.Best),
		})
	}
	sec.More = e.More
	sec.Decided = m.decided(e, side)
	return sec
}

// boardBefore is the board before a ply. Its picture shows the ply, and a better one if there is one.
func (m *Messages) boardBefore(g *club.Game, ply int, side rules.Side, reader db.Player,
	better rules.Move) templates.Board {
	before := g.Record.Until(ply - 1)
	b := m.board(before.Position(), before.Tail(rules.Marked), g.Rules, side, reader)
	if b.Picture != "" {
		pictures := m.to(reader).pictures
		d := &pictures[len(pictures)-1].drawing
		d.Kind, d.Played, d.Better = movesPicture, g.Record.Plies()[ply-1], better
	}
	return b
}

// stillHad is by how much a chance may have changed since the other side gave it away.
const stillHad = 0.1

// givenBack returns the number of the ply by which the other side had given away what a ply gave back;
// 0 if there is none. told are the turning points before it.
func givenBack(told []engine.JudgedPly, j engine.JudgedPly) int {
	if len(told) == 0 {
		return 0
	}
	last := told[len(told)-1]
	if last.Side == j.Side || j.Before.Chance() < 1-last.After.Chance()-stillHad {
		return 0
	}
	return last.Ply
}

// decided is the ply by which a reader who won used the last turning point, if it was the opponent's
// and the reader moved next; or nil.
func (m *Messages) decided(e analysis.PostMortemFound, side rules.Side) *templates.TurningPly {
	g, last := e.Game, e.Plies[len(e.Plies)-1]
	if g.Row.Result != club.ResultOf(rules.Wins(side)) || last.Side == side || last.Ply == g.Record.Len() ||
		g.Record.Until(last.Ply).Turn() != side {
		return nil
	}
	ply := last.Ply + 1
	say := g.Rules.In(g.Player(side).Lang).Say
	return &templates.TurningPly{Ply: ply, You: true,
		Move:  rules.Spell(g.Record.At(last.Ply), g.Record.Plies()[last.Ply], say),
		Board: m.boardBefore(g, ply, side, g.Player(side), "")}
}
