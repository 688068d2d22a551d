package engine

import (
	"math/bits"

	"turnpost/rules"
)

// table is a transposition table. A new entry always replaces the old one.
type table struct {
	entries []entry
	mask    uint64
}

// entry is the result of a search of a state, in 16 bytes.
type entry struct {
	hash  uint64
	ply   rules.PlyNumber // the best one
	score int16           // the distance of a win counts from the state, not from the root
	depth uint8
	bound bound
}

// bound is the meaning of a score.
type bound uint8

const (
	nothing bound = iota
	atLeast
	atMost
	exact
)

// newTable is a table of a size, or for a search of a number of nodes.
func newTable(sizeBits, nodes int) table {
	if sizeBits == 0 {
		sizeBits = min(max(bits.Len(uint(nodes)), 8), 20)
	}
	return table{make([]entry, 1<<sizeBits), 1<<sizeBits - 1}
}

// find returns the entry of a state.
func (t *table) find(hash uint64) (entry, bool) {
	e := t.entries[hash&t.mask]
	if e.hash != hash || e.bound == nothing {
		return entry{}, false
	}
	return e, true
}

// store stores the result of a search with a window, ply plies from the root.
func (t *table) store(hash uint64, p rules.PlyNumber, depth, score, alpha, beta, ply int) {
	b := exact
	switch {
	case score >= beta:
		b = atLeast
	case score <= alpha:
		b = atMost
	}
	switch {
	case score >= Decided:
		score += ply
	case score <= -Decided:
		score -= ply
	}
	t.entries[hash&t.mask] = entry{hash, p, int16(score), uint8(depth), b}
}

// cut returns the score of the entry if it makes a search to a depth with a window unnecessary.
func (e entry) cut(depth, alpha, beta, ply int) (int, bool) {
	score := int(e.score)
	switch {
	case score >= Decided:
		score -= ply
	case score <= -Decided:
		score += ply
	}
	if int(e.depth) < depth {
		return 0, false
	}
	return score, e.bound == exact || e.bound == atLeast && score >= beta || e.bound == atMost && score <= alpha
}
