package tourrosa

import (
	"slices"

	"turnpost/rules"
)

// legal lists every legal ply, ring by ring and hour by hour.
func (s *state) legal() []ply {
	if s.outcome().Over() {
		return nil
	}
	var plies []ply
	for c := range cell(cells) {
		plies = append(plies, s.choices(c)...)
	}
	if len(plies) == 0 {
		return []ply{pass}
	}
	return plies
}

// choices lists the legal plies of the stack of the side to move on a cell: sowing and stacking in
// each of the four directions, except plies that leave the board unchanged.
func (s *state) choices(c cell) []ply {
	if s.cells[c]*sign(s.side) <= 0 {
		return nil
	}
	var plies []ply
	for _, at := range rose.starts[c] {
		for _, choice := range [...]ply{sow(at), stack(at)} {
			next := *s
			if _, ok := next.choose(choice); ok {
				plies = append(plies, choice)
			}
		}
	}
	return plies
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	var moves []rules.Move
	for _, q := range p.legal() {
		moves = append(moves, q.text())
	}
	slices.Sort(moves)
	return moves
}

// Groups implements rules.Grouper: a group for each stack, by rings from the centre outwards and
// clockwise from hour 12, which bytewise order would not give.
func (p position) Groups() []rules.Group {
	title := func(q ply) rules.Phrase {
		if q == pass {
			return rules.Phrasef("pass")
		}
		return rules.Phrase{Format: q.from().String()}
	}
	return rules.GroupBy(p.legal(), title, ply.text)
}
