package rooya

import "turnpost/rules"

// Likes are the position turned and mirrored, in eight ways, and each again with the
// colours exchanged (rules.Symmetric). The plate turns either way, so that a mirror keeps
// the rules too; a turn of the plate alone does not. While pawns are placed colours are
// not exchanged: Black begins, so that the hands say whose turn it is.
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

// like is a set on the board turned by n quarters, and mirrored from the fifth on.
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
