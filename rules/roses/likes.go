package roses

import "turnpost/rules"

// Likes implements rules.Symmetric: the position, and the board after a half turn with the colours
// exchanged. The half turn is the only turn or mirror of hexagons that maps the twenty cells to
// themselves, and it exchanges the castles. Left and right differ: one red cell is on each side of the
// middle.
func (p position) Likes() []string {
	s := p.state
	s.own, s.foe = s.own.halfTurn(), s.foe.halfTurn()
	s.turn.side = s.turn.side.Opponent()
	return []string{p.String(), position{state: s}.String()}
}

var _ rules.Symmetric = position{}
