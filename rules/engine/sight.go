package engine

import "turnpost/rules"

// sight is what a player overlooks: plies that it does not know of, for itself and
// for the other side.
type sight struct {
	blind uint32 // how likely a ply is overlooked, in 1024ths
	seed  uint64
}

// seen leaves those plies of a state in a list that are seen, in their order, and
// one if none is. What takes or wins at once is looked at twice.
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
