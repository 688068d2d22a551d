package rooya

// setup is where the pawns of the side to act and of the other side stand. The pawns that are
// missing are in hand, so a setup knows its phase.
type setup struct{ own, other set }

// placing reports whether pawns are in hand (phase 1).
func (b setup) placing() bool { return (b.own | b.other).count() < 2*pawns }

// blocked reports whether the side to act can move none of its pawns: each has only own pawns
// beside it, since a pawn can step to a free cell and change places with an enemy pawn. Eight
// pawns are too few for this.
func (b setup) blocked() bool { return b.own.beside()&^b.own == 0 }

// ending is whether and how a ply ended the game.
type ending uint8

const (
	goesOn       ending = iota
	actorAligned        // the side that acted made a line for itself
	otherAligned        // the side that acted made a line for the other side only
	sideBlocked         // the side to act next cannot move
)

// play plays one of plies. The next setup is that of the other side.
func (b setup) play(m ply) (next setup, end ending) {
	own, other := b.own, b.other
	var made, given bool
	switch m.kind {
	case place:
		// A line at the edge that is filled during placing does not win.
		return setup{own: other, other: own | m.to.bit()}, goesOn
	case move:
		// A line is made by this ply only if it goes through a cell that the side did
		// not hold before.
		exchange := other.has(m.to)
		own = own&^m.from.bit() | m.to.bit()
		made = own.alignedAt(m.to)
		if exchange {
			other = other&^m.to.bit() | m.via.bit()
			given = other.alignedAt(m.via)
		}
	default:
		// No line crosses the inner plate while the game goes on, so this turn made the
		// one that does. A line at the edge does not turn.
		turn := &turns[m.kind-clockwise]
		own, other = turn.of(own), turn.of(other)
		made, given = own.alignedWithin(), other.alignedWithin()
	}
	next = setup{own: other, other: own}
	switch {
	case made:
		return next, actorAligned
	case given:
		return next, otherAligned
	case next.blocked():
		return next, sideBlocked
	}
	return next, goesOn
}

// reread is the ending that the board alone shows; the package documentation says why a line at
// the edge does not count.
func (b setup) reread() ending {
	switch {
	case b.placing():
		return goesOn
	case b.other.alignedWithin():
		return actorAligned
	case b.own.alignedWithin():
		return otherAligned
	case b.blocked():
		return sideBlocked
	}
	return goesOn
}

// turnTable is the result of one turn of the inner plate for each of the 512 sets of its cells,
// indexed by onPlate.
type turnTable [1 << 9]set

// of is s after the turn.
func (t *turnTable) of(s set) set {
	return s&outer | t[onPlate(s)]
}

// onPlate packs the cells of the inner plate into nine bits, the lowest row first.
func onPlate(s set) set { return s>>6&7 | s>>8&(7<<3) | s>>10&(7<<6) }

// turns are the tables of the three turns, in the order of their kinds.
var turns = buildTurns()

func buildTurns() (tables [3]turnTable) {
	for index := range tables[0] {
		n := set(index)
		s := n&7<<6 | n>>3&7<<11 | n>>6&7<<16
		for quarters := range tables {
			s = quarterTurn(s)
			tables[quarters][index] = s
		}
	}
	return tables
}

// quarterTurn turns the cells of s clockwise about c3: b2 to b4, b4 to d4, d4
// to d2, d2 to b2, and b3 to c4.
func quarterTurn(s set) set {
	var turned set
	for ; s != 0; s &= s - 1 {
		c := s.first()
		turned |= at(c.row(), size-1-c.column()).bit()
	}
	return turned
}
