package tourrosa

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 { return p.perft(depth) }

// perft plays every choice on a copy, since only this shows whether it is legal.
func (s *state) perft(depth int) uint64 {
	switch over := s.outcome().Over(); {
	case depth <= 0:
		return 1
	case over:
		return 0
	}
	var n uint64
	own := sign(s.side)
	stuck := true
	var next state // declared outside the loop, so that it does not escape
	for c := range cell(cells) {
		if s.cells[c]*own <= 0 {
			continue
		}
		for _, at := range rose.starts[c] {
			for _, choice := range [...]ply{sow(at), stack(at)} {
				next = *s
				if _, ok := next.choose(choice); ok {
					stuck = false
					n += next.perft(depth - 1)
				}
			}
		}
	}
	if stuck {
		next = *s
		next.choose(pass)
		n = next.perft(depth - 1)
	}
	return n
}
