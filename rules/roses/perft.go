package roses

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	n, _ := p.perft(depth)
	return n
}

// perft counts the ply sequences of exactly depth plies, and those that end the game with their last
// ply.
func (s state) perft(depth int) (nodes, ends uint64) {
	over := s.over()
	if depth <= 0 {
		if over {
			return 1, 1
		}
		return 1, 0
	}
	if over {
		return 0, 0
	}
	var l plies
	s.plies(&l)
	for _, m := range l.all() {
		n, e := s.after(m).perft(depth - 1)
		nodes += n
		ends += e
	}
	return nodes, ends
}
