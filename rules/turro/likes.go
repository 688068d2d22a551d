package turro

import (
	"math/bits"

	"turnpost/rules"
)

// Likes are the position, its mirror image from left to right, and both again with the
// colours exchanged and the rows from the other end (rules.Symmetric): each side goes
// towards the other's end row.
func (p position) Likes() []string {
	texts := make([]string, 0, 4)
	for _, mirrored := range []bool{false, true} {
		for _, exchanged := range []bool{false, true} {
			texts = append(texts, position{setup: p.like(mirrored, exchanged)}.String())
		}
	}
	return texts
}

// like is the board mirrored, or seen by the other side as its own, or both.
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
			stack ^= 1<<(bits.Len64(uint64(stack))-1) - 1 // all stones, and not the leading one
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
