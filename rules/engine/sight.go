package engine

import "turnpost/rules"

// sight decides which plies a player overlooks, for itself and for its opponent.
type sight struct {
	blind uint32 // the probability that a ply is overlooked, in 1024ths
	seed  uint64
}

// seen removes the overlooked plies of a state from a list, except that one always stays. A loud
// ply is overlooked with the square of the probability.
func (s sight) seen(list []rules.Ply, hash uint64) []rules.Ply {
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
