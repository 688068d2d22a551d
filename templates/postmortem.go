package templates

import (
	"fmt"
	"slices"
	"strings"
)

// PostMortem shows a player the turning points of a game that is over.
type PostMortem struct {
	Game            int64
	Title, Opponent string
	Plies           []TurningPly
	// More is how many other plies gave much away.
	More int
	// Decided is the ply by which the reader used the last turning point and won; or nil.
	Decided *TurningPly
	// Solved says that they are proven, and not the opinion of an engine.
	Solved bool
}

// TurningPly is a ply that gave much away.
type TurningPly struct {
	Ply          int
	You          bool // the reader played it
	Move, Better string
	// Lost is what it gave away: win, all, draw, hope or chance.
	Lost string
	// Before and After are how likely who played it was to win, in percent, before and
	// after it; only of hope and chance.
	Before, After int
	// Back is the number of the ply by which the other side had given away what this one gave back; 0:
	// of none.
	Back  int
	Board Board // before it; its picture shows Move and Better
}

// drawn is the board, described with what its picture shows.
func (t TurningPly) drawn(m *composer) Board {
	b := t.Board
	switch {
	case b.Picture == "":
	case t.Better == "":
		b.Words += " " + m.say("postmortem.drawn-played", t)
	default:
		b.Words += " " + m.say("postmortem.drawn", t)
	}
	return b
}

// Chances reports whether one of them is about chances.
func (p *PostMortem) Chances() bool {
	return slices.ContainsFunc(p.Plies, func(t TurningPly) bool { return t.Lost == "hope" || t.Lost == "chance" })
}

func (*PostMortem) kind() string { return "postmortem" }

func (p *PostMortem) head(m *composer) string {
	plies := make([]string, len(p.Plies))
	for i, t := range p.Plies {
		plies[i] = fmt.Sprintf("%d. %s", t.Ply, t.Move)
	}
	return m.say("postmortem.head", p, "Plies", strings.Join(plies, ", ")) + of(p.Title, p.Game)
}

func (p *PostMortem) body(m *composer) {
	for _, t := range p.Plies {
		who := p.Opponent
		if t.You {
			who = m.reader
		}
		m.para("postmortem.ply", t, "Who", who)
		if t.You {
			m.para(pick("postmortem.you.", t.Lost, "win", "all", "draw", "hope", "chance"), t)
		} else {
			m.para(pick("postmortem.they.", t.Lost, "win", "all", "draw", "hope", "chance"), t, "Who", p.Opponent)
		}
		if t.Back > 0 {
			m.para(map[bool]string{true: "postmortem.you.back", false: "postmortem.they.back"}[t.You], t, "Who",
				p.Opponent)
		}
		m.board(t.drawn(m))
	}
	if p.Decided != nil {
		m.para("postmortem.ply", p.Decided, "Who", m.reader)
		m.para("postmortem.decided")
		m.board(p.Decided.drawn(m))
	}
	if p.More > 0 {
		m.paraMany("postmortem.more", p.More)
	}
	switch {
	case p.Solved:
		m.para("postmortem.solved", p)
	case p.Chances():
		m.para("postmortem.engine-chances")
	default:
		m.para("postmortem.engine")
	}
	m.para("postmortem.off")
	m.command("command.analysis-off")
}
