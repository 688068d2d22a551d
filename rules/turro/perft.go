package turro

// Perft counts the ply sequences of exactly depth plies; see [rules.Perfter].
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.board.perft(depth)
}

// perft makes and takes back every ply on one board, the last ones too: play
// establishes the outcome. It needs depth >= 1.
func (b *board) perft(depth int) (nodes uint64) {
	if b.ending != none {
		return 0
	}
	before := b.state
	for own := before.free[before.side]; own != 0; own = own.rest() {
		from := own.first()
		for to := b.targets(from); to != 0; to = to.rest() {
			p := move(from, to.first())
			b.play(p)
			if depth == 1 {
				nodes++
			} else {
				nodes += b.perft(depth - 1)
			}
			b.takeBack(p, &before)
		}
	}
	if b.moves == second {
		b.play(pass)
		if depth == 1 {
			nodes++
		} else {
			nodes += b.perft(depth - 1)
		}
		b.takeBack(pass, &before)
	}
	return nodes
}
