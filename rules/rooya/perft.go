package rooya

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case p.end != goesOn:
		return 0
	}
	return p.setup.perft(depth)
}

// perft counts from a board on which the game goes on; depth is at least 1.
func (b setup) perft(depth int) uint64 {
	var list [maxPlies]ply
	var nodes uint64
	for _, m := range list[:b.plies(&list)] {
		next, end := b.play(m)
		switch {
		case depth == 1:
			nodes++ // the ply was played and its ending is known
		case end == goesOn:
			nodes += next.perft(depth - 1)
		}
	}
	return nodes
}
