package rooya

import "turnpost/rules"

// Likes implements rules.Symmetric: the board turned and mirrored in eight ways, each also with
// the colours exchanged. A mirror keeps the rules, because the plate may turn both ways; a turn
// of the plate alone does not. Colours are not exchanged during placing: Black begins, so the
// hands say whose turn it is.
func (p position) Likes() []string {
	texts := make([]string, 0, 16)
	for n := range 8 {
		q := position{setup: setup{own: p.own.like(n), other: p.other.like(n)}}
		for _, q.side = range []rules.Side{rules.Black, rules.White} {
			if q.side == p.side || !p.placing() {
				texts = append(texts, q.String())
			}
		}
	}
	return texts
}

// like is s on the board turned by n%4 quarters, and mirrored if n is 4 or more.
func (s set) like(n int) (to set) {
	for ; s != 0; s &= s - 1 {
		column, row := s.first().column(), s.first().row()
		for range n % 4 {
			column, row = row, size-1-column
		}
		if n >= 4 {
			column = size - 1 - column
		}
		to |= at(column, row).bit()
	}
	return to
}

var _ rules.Symmetric = position{}
