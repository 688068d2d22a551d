package templates

import "slices"

// PostMortem tells a player where a game turned that is over.
type PostMortem struct {
	Game            int64
	Title, Opponent string
	Plies           []TurningPly
	// Solved says that what is told is certain, and not what an engine sees.
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
	Board         Board // after it
}

// Chances reports whether a chance is told.
func (p *PostMortem) Chances() bool {
	return slices.ContainsFunc(p.Plies, func(t TurningPly) bool { return t.Lost == "hope" || t.Lost == "chance" })
}

func (*PostMortem) template() string { return "postmortem" }
