package turro

import (
	"math/bits"

	"turnpost/rules"
)

// Likes implements rules.Symmetric: the position, its mirror image from left to right, and both with
// the colours exchanged and the rows counted from the other end, since each side moves towards the
// other's end row.
func (p position) Likes() []string {
	texts := make([]string, 0, 4)
	for _, mirrored := range []bool{false, true} {
		for _, exchanged := range []bool{false, true} {
			texts = append(texts, position{setup: p.like(mirrored, exchanged)}.String())
		}
	}
	return texts
}

// like is the board mirrored, or with the sides exchanged, or both.
func (b *setup) like(mirrored, exchanged bool) setup {
	q := *b
	q.free, q.turro = [2]fields{}, [2]fields{}
	for f := range field(len(b.towers)) {
		column, row := f.column(), f.row()
		if mirrored {
			column = size - 1 - column
		}
		if exchanged {
			row = size - 1 - row
		}
		to, stack := fieldAt(column, row), b.towers[f]
		if exchanged {
			stack ^= 1<<(bits.Len64(uint64(stack))-1) - 1 // all stones, but not the leading one
		}
		q.towers[to] = stack
		for c := black; c <= white; c++ {
			as := c
			if exchanged {
				as = c.other()
			}
			if b.free[c].has(f) {
				q.free[as] |= to.only()
			}
			if b.turro[c].has(f) {
				q.turro[as] |= to.only()
			}
		}
	}
	if exchanged {
		q.side, q.winner = b.side.other(), b.winner.other()
	}
	return q
}

var _ rules.Symmetric = position{}
