package turro

// setup is a whole state of the game.
type setup struct {
	towers [size * size]tower
	state
}

// state is what a ply changes beside two towers. It is small, so that to take a
// ply back is to put it back whole.
type state struct {
	free  [2]fields // where a side's stone is on top
	turro [2]fields // where a side's Turro is: one field

	side    colour
	moves   moves
	height  uint8 // of the tallest tower at the beginning of this turn
	tallest uint8 // of the tallest tower now

	ending ending // if not none, winner has won
	winner colour
}

// moves is how many moves the turn has and which of them is next.
type moves uint8

const (
	one    moves = iota // an ordinary turn
	two                 // two moves, none made yet
	second              // the second of two, which may be declined
)

func (m moves) String() string { return [...]string{"1", "2", "2+"}[m] }

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	crossed
	captured
	stalemate
)

func (e ending) String() string {
	return [...]string{"", "crossed", "captured", "stalemate"}[e]
}

// put sets a stone on top of a field. It is for setting up: it keeps the
// stones and their sets in step, not the turn.
func (b *setup) put(f field, c colour, turro bool) {
	b.towers[f] = b.towers[f].push(c)
	b.free[c] |= f.only()
	b.free[c.other()] &^= f.only()
	if turro {
		b.turro[c] = f.only()
	}
	b.tallest = max(b.tallest, uint8(b.towers[f].height()))
}

// targets is the fields to which the side to move can go from f, where its
// stone must be free: any that are as far as the tower is high, but for the one
// with its own Turro.
func (b *setup) targets(f field) fields {
	return b.reach(f) &^ b.turro[b.side]
}

// reach is the fields that are as far from f as its tower is high.
func (b *setup) reach(f field) fields { return reach[min(b.towers[f].height(), size)][f] }

// movers is up to most of the fields from which a side has a move.
func (b *setup) movers(side colour, most int) (found fields) {
	turro := b.turro[side]
	for free := b.free[side]; free != 0 && most > 0; free = free.rest() {
		if f := free.first(); b.reach(f)&^turro != 0 {
			found |= f.only()
			most--
		}
	}
	return found
}

// play makes a legal ply.
func (b *setup) play(p ply) {
	if p != pass {
		b.lift(p.from())
		b.drop(p.to())
	}
	b.next(0)
}

// lift takes the free stone of the side to move off a field. What it leaves is
// free again. (Here and below &1 changes nothing but spares index checks.)
func (b *setup) lift(from field) {
	me, at := b.side&1, from.only()
	tall := b.towers[from].height() == int(b.tallest)
	left := b.towers[from].pop()
	b.towers[from] = left
	b.free[me] &^= at
	if left != ground {
		b.free[left.top()] |= at
	}
	b.turro[me] &^= at // a Turro in the hand is nowhere
	if tall {
		b.tallest = b.shrunk()
	}
}

// drop puts the stone that was lifted on a field. What it lands on is captured.
func (b *setup) drop(to field) {
	me, at := b.side&1, to.only()
	tower := b.towers[to].push(me)
	b.towers[to] = tower
	b.free[me] |= at
	b.free[me^1] &^= at
	if b.turro[me] == 0 {
		b.turro[me] = at
	}
	b.tallest = max(b.tallest, uint8(tower.height()))
}

// next goes on to the next ply, be it the same side's, in a game that a ply has
// not ended before. Of the other side, sure is fields from which it is known to
// have a move; none need be known.
func (b *setup) next(sure fields) {
	if b.moves == two {
		b.moves = second
	} else {
		b.endTurn()
	}
	if sure == 0 || b.turroDecides() {
		b.judge()
	}
}

// shrunk is the height of the tallest tower after a tower of height b.tallest
// has lost a stone.
func (b *setup) shrunk() uint8 {
	for _, t := range b.towers {
		if t >= ground<<b.tallest {
			return b.tallest
		}
	}
	return b.tallest - 1
}

// endTurn hands the move over. "If, at the end of a side's turn, the tallest
// tower on the board is higher than the tallest was at the beginning of that
// turn, the other side may make two moves in its next turn."
func (b *setup) endTurn() {
	b.moves = one
	if b.tallest > b.height {
		b.moves = two
	}
	b.height = b.tallest
	b.side = b.side.other()
}

// turroDecides reports whether a Turro has crossed the board or is captured.
func (b *setup) turroDecides() bool {
	return b.turro[black]&(row7|^b.free[black])|b.turro[white]&(row1|^b.free[white]) != 0
}

// judge says how the game stands, by the board and the turn alone. So a game
// that is over is still over when its position is read from text.
func (b *setup) judge() {
	switch {
	case b.turro[black]&row7 != 0:
		b.ending, b.winner = crossed, black
	case b.turro[white]&row1 != 0:
		b.ending, b.winner = crossed, white
	case b.turro[black]&^b.free[black] != 0:
		b.ending, b.winner = captured, white
	case b.turro[white]&^b.free[white] != 0:
		b.ending, b.winner = captured, black
	// "a side that is to begin its turn": at its second move it may pass.
	case b.moves != second && b.movers(b.side, 1) == 0:
		b.ending, b.winner = stalemate, b.side.other()
	default:
		b.ending = none
	}
}
