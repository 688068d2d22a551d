package tell

import (
	"math"

	"turnpost/mail/blocking"
	"turnpost/mail/postmortem"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/templates"
)

// turned tells both players of a game that is over where it turned, as far as they want
// to know.
func turned(l *Letters, e postmortem.Told) error {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		reader := e.Table.Player(side)
		blocked, err := blocking.IsBlocked(l.tx, reader.ID)
		if err != nil {
			return err
		}
		if !blocked && !reader.NoAnalysis {
			l.to(reader).of(e.Table).add(turnedFor(l, e, side))
		}
	}
	return nil
}

// turnedFor is that section for one side.
func turnedFor(l *Letters, e postmortem.Told, side rules.Side) *templates.PostMortem {
	t, reader := e.Table, e.Table.Player(side)
	sec := &templates.PostMortem{Game: t.Game.ID, Title: t.Rules.Title, Opponent: t.Player(side.Opponent()).Name}
	for _, j := range e.Plies {
		before := t.Record.Until(j.Ply - 1)
		sec.Solved = j.Before.Exact
		sec.Plies = append(sec.Plies, templates.TurningPly{
			Ply: j.Ply, Move: string(j.Played), Better: string(j.Best), You: j.Side == side, Lost: lost(j),
			Before: percent(j.Before), After: percent(j.After),
			Board: l.board(before.Position(), before.Tail(rules.Marked), t.Rules, side, reader),
		})
	}
	return sec
}

// lost is what a ply gave away: win, all (a win, and then it was lost), draw, hope (what
// there was, and then it was lost), or chance (some of it).
func lost(j engine.Judged) string {
	before, sure := j.Before.Known()
	after, known := j.After.Known()
	beaten := known && after < 0
	switch {
	case sure && before > 0 && beaten:
		return "all"
	case sure && before > 0:
		return "win"
	case sure && before == 0:
		return "draw"
	case beaten:
		return "hope"
	}
	return "chance"
}

// percent is a chance as it is said. What is not certain is never said to be.
func percent(p engine.Prospect) int {
	n := int(math.Round(100 * p.Chance()))
	if _, known := p.Known(); !known {
		n = min(max(n, 1), 99)
	}
	return n
}
