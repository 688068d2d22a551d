package turro

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.setup.perft(depth)
}

// perft plays and takes back every ply on one board, and leaves the board unchanged. It lifts a
// stone once and drops it on each of its targets in turn. depth is at least 1.
func (b *setup) perft(depth int) (nodes uint64) {
	if b.ending != none {
		return 0
	}
	before := b.state
	// A ply changes two fields, so of three fields from which the other side can move now, it
	// can still move from at least one.
	others := b.movers(b.side.other(), 3)
	for own := b.free[b.side]; own != 0; own = own.rest() {
		from := own.first()
		targets := b.targets(from)
		if targets == 0 {
			continue
		}
		b.lift(from)
		lifted := b.state
		for ; targets != 0; targets = targets.rest() {
			to := targets.first()
			b.drop(to)
			nodes += b.after(depth, others&^(from.only()|to.only()))
			b.towers[to] = b.towers[to].pop()
			b.state = lifted
		}
		b.towers[from] = b.towers[from].push(before.side)
		b.state = before
	}
	if b.moves == second {
		nodes += b.after(depth, others) // the pass
		b.state = before
	}
	return nodes
}

// after counts the sequences whose first ply has just been played on the board.
func (b *setup) after(depth int, sure fields) uint64 {
	b.next(sure) // which establishes the outcome
	if depth == 1 {
		return 1
	}
	return b.perft(depth - 1)
}
