package engine

import (
	"slices"

	"turnpost/rules"
)

// order decides in which order plies are tried: the ply of the table, hints of the game, killers,
// and the history of cutoffs.
type order struct {
	killers [deepest + 1][2]rules.PlyNumber
	history [2][historySize]int32
	keys    []key
	rest    []rules.PlyNumber
	sight   sight
}

// historySize is the number of slots of the history.
const historySize = 1 << 12

// key is a ply and its rank: the greater, the earlier it is tried.
type key struct {
	ply  rules.PlyNumber
	rank int32
}

// The ranks. A count of the history is less than the rank of a killer.
const (
	rankTable  = 1 << 30
	rankHint   = 1 << 20 // for each unit of the hint
	rankKiller = 1 << 19
)

// slot is the slot of the history for a ply.
func slot(p rules.PlyNumber) uint32 {
	return p.Number() * 0x9e3779b1 >> (32 - 12)
}

// sort sorts the plies of a position, ply plies from the root. Plies of rank 0, which are most,
// stay in their order at the end. It inserts one ply after the other, which is faster for so few than
// the sort of package slices.
func (o *order) sort(list []rules.PlyNumber, first rules.PlyNumber, me rules.Side, ply int) {
	keys, rest := o.keys[:0], o.rest[:0]
	history, killers := &o.history[me&1], o.killers[ply]
	for _, p := range list {
		rank := int32(p.Hint())*rankHint + history[slot(p)]
		switch {
		case p == first:
			rank = rankTable
		case p == killers[0]:
			rank += rankKiller + 1
		case p == killers[1]:
			rank += rankKiller
		}
		if rank == 0 {
			rest = append(rest, p)
			continue
		}
		keys = append(keys, key{p, rank})
		at := len(keys) - 1
		for ; at > 0 && keys[at-1].rank < rank; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = key{p, rank}
	}
	for i, k := range keys {
		list[i] = k.ply
	}
	copy(list[len(keys):], rest)
	o.keys, o.rest = keys, rest
}

// byHint sorts plies by their hints alone.
func byHint(list []rules.PlyNumber) {
	for i, p := range list {
		at := i
		for ; at > 0 && list[at-1].Hint() < p.Hint(); at-- {
			list[at] = list[at-1]
		}
		list[at] = p
	}
}

// byScore sorts plies by their scores.
func (o *order) byScore(list []rules.PlyNumber, scores []int) {
	o.keys = o.keys[:0]
	for i, p := range list {
		o.keys = append(o.keys, key{p, int32(scores[i])})
	}
	slices.SortStableFunc(o.keys, func(a, b key) int { return int(b.rank) - int(a.rank) })
	for i, k := range o.keys {
		list[i] = k.ply
	}
}

// isKiller reports whether a ply has recently caused a cutoff at this distance from the root.
func (o *order) isKiller(p rules.PlyNumber, ply int) bool {
	return p == o.killers[ply][0] || p == o.killers[ply][1]
}

// cut records a cutoff by a ply.
func (o *order) cut(p rules.PlyNumber, me rules.Side, depth, ply int) {
	if p.Hint() >= rules.Loud {
		return
	}
	if k := &o.killers[ply]; k[0] != p {
		k[0], k[1] = p, k[0]
	}
	history := &o.history[me&1]
	if history[slot(p)] += int32(depth * depth); history[slot(p)] >= rankKiller {
		for i := range history {
			history[i] /= 2
		}
	}
}

// sight decides which plies a player overlooks, for itself and for its opponent.
type sight struct {
	blind uint32 // the probability that a ply is overlooked, in 1024ths
	seed  uint64
}

// seen removes the overlooked plies of a state from a list, except that one always stays. A loud
// ply is overlooked with the square of the probability.
func (s sight) seen(list []rules.PlyNumber, hash uint64) []rules.PlyNumber {
	if s.blind == 0 {
		return list
	}
	n := 0
	clearest, clarity := list[0], uint32(0)
	for _, p := range list {
		blind := s.blind
		if p.Hint() >= rules.Loud {
			blind = blind * blind / 1024
		}
		seen := uint32(rules.Mix(hash^s.seed, uint64(p.Number())) & 1023)
		if seen >= clarity {
			clearest, clarity = p, seen
		}
		if seen >= blind {
			list[n] = p
			n++
		}
	}
	if n == 0 {
		list[0] = clearest
		n = 1
	}
	return list[:n]
}
