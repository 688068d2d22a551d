package roses

import (
	"math/bits"

	"turnpost/rules"
)

// Likes are the position, and the board after half a turn with the colours exchanged
// (rules.Symmetric). There is no other: the only turn and mirror of hexagons that takes the
// twenty cells to themselves is the half turn, which takes each castle to the other's
// place. Left and right differ: the red cells stand one on each side of the middle.
func (p position) Likes() []string {
	s := p.state
	s.own, s.foe = s.own.halfTurned(), s.foe.halfTurned()
	s.turn.side = s.turn.side.Opponent()
	return []string{p.String(), position{state: s}.String()}
}

// halfTurned is the set after half a turn of the board: a letter and a number become
// those that make 7 and 8 with them, and so cell c becomes 64-c.
func (s set) halfTurned() set { return set(bits.Reverse64(uint64(s)) << 1) }

var _ rules.Symmetric = position{}
