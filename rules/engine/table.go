package engine

import (
	"math/bits"

	"turnpost/rules"
)

// table is a transposition table: what was found of states that were searched
// before. An entry gives way to any that comes.
type table struct {
	entries []entry
	mask    uint64
}

// entry is what was found of a state, in 16 bytes.
type entry struct {
	hash  uint64
	ply   rules.Ply // the best
	score int16     // a win counts from the state on, not from the root
	depth uint8
	bound bound
}

// bound is what a score says.
type bound uint8

const (
	nothing bound = iota
	atLeast
	atMost
	exact
)

// newTable is a table for a search of so many nodes, or of a given size.
func newTable(sizeBits, nodes int) table {
	if sizeBits == 0 {
		sizeBits = min(max(bits.Len(uint(nodes)), 8), 20)
	}
	return table{make([]entry, 1<<sizeBits), 1<<sizeBits - 1}
}

// find is what is known of a state.
func (t *table) find(hash uint64) (entry, bool) {
	e := t.entries[hash&t.mask]
	if e.hash != hash || e.bound == nothing {
		return entry{}, false
	}
	return e, true
}

// store keeps what was found.
func (t *table) store(hash uint64, p rules.Ply, depth, score, alpha, beta, ply int) {
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

// cut is the score, if the entry makes another search unnecessary.
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
