package roses

import "turnpost/rules"

// Likes are the position, and the board after half a turn with the colours exchanged
// (rules.Symmetric). There is no other: the only turn and mirror of hexagons that takes the
// twenty cells to themselves is the half turn, which takes each castle to the other's
// place. Left and right differ: the red cells stand one on each side of the middle.
func (p position) Likes() []string {
	s := p.state
	s.own, s.foe = s.own.halfTurn(), s.foe.halfTurn()
	s.turn.side = s.turn.side.Opponent()
	return []string{p.String(), position{state: s}.String()}
}

var _ rules.Symmetric = position{}
