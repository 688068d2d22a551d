package turro

// setup is a whole state of the game.
type setup struct {
	towers [size * size]tower
	state
}

// state is what a ply changes apart from two towers. It is small, so taking a ply back restores all
// of it.
type state struct {
	free  [2]fields // the fields with a side's stone on top
	turro [2]fields // the field of a side's Turro

	side    colour
	moves   moves
	height  uint8 // of the tallest tower at the beginning of this turn
	tallest uint8 // of the tallest tower now

	ending ending // if it is not none, winner has won
	winner colour
}

// moves is how many moves a turn has and which of them is next.
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

// put puts a stone on top of a field when a board is set up. It updates the sets, but not the turn.
func (b *setup) put(f field, c colour, turro bool) {
	b.towers[f] = b.towers[f].push(c)
	b.free[c] |= f.only()
	b.free[c.other()] &^= f.only()
	if turro {
		b.turro[c] = f.only()
	}
	b.tallest = max(b.tallest, uint8(b.towers[f].height()))
}

// targets are the fields to which the side to move can go from f, on which it must have a free stone:
// those at the distance of the tower's height, except the field of its own Turro.
func (b *setup) targets(f field) fields {
	return b.reach(f) &^ b.turro[b.side]
}

// reach are the fields whose distance from f is the height of its tower.
func (b *setup) reach(f field) fields { return reach[min(b.towers[f].height(), size)][f] }

// movers are at most most of the fields from which a side has a move.
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

// play plays a legal ply.
func (b *setup) play(p ply) {
	if p != pass {
		b.lift(p.from())
		b.drop(p.to())
	}
	b.next(0)
}

// lift takes the free stone of the side to move off a field, which frees the stone below it. (Here
// and below, &1 changes nothing but avoids index checks.)
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

// drop puts the lifted stone on a field and captures the stone there.
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

// next begins the next ply, of either side, in a game that was not over before the last one. sure
// are fields from which the other side is known to have a move; it may be empty.
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

// shrunk is the height of the tallest tower after a tower of height b.tallest has lost a stone.
func (b *setup) shrunk() uint8 {
	for _, t := range b.towers {
		if t >= ground<<b.tallest {
			return b.tallest
		}
	}
	return b.tallest - 1
}

// endTurn gives the turn to the other side. "If, at the end of a side's turn, the tallest tower on the
// board is higher than the tallest was at the beginning of that turn, the other side may make two
// moves in its next turn."
func (b *setup) endTurn() {
	b.moves = one
	if b.tallest > b.height {
		b.moves = two
	}
	b.height = b.tallest
	b.side = b.side.other()
}

// turroDecides reports whether a Turro has crossed the board or has been captured.
func (b *setup) turroDecides() bool {
	return b.turro[black]&(row7|^b.free[black])|b.turro[white]&(row1|^b.free[white]) != 0
}

// judge sets the ending and the winner from the board and the turn alone, so a finished game is still
// over when its position is read from text.
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
	// "a side that is to begin its turn": at its second move a side may pass.
	case b.moves != second && b.movers(b.side, 1) == 0:
		b.ending, b.winner = stalemate, b.side.other()
	default:
		b.ending = none
	}
}
