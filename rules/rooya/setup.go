package rooya

// setup is where the pawns stand, as the side to act sees it. A pawn that is
// nowhere is still in hand, so the board knows its phase.
type setup struct{ own, other set }

// placing reports whether pawns are left to place (phase 1).
func (b setup) placing() bool { return (b.own | b.other).count() < 2*pawns }

// blocked reports whether the side to act can move none of its pawns: beside
// each there are only pawns of its own, for to a free cell it could step and
// with another's pawn it could change places. Eight pawns are too few for it.
func (b setup) blocked() bool { return b.own.beside()&^b.own == 0 }

// ending is how an action ended the game, or that it did not.
type ending uint8

const (
	goesOn       ending = iota
	actorAligned        // the side that acted has a line, whatever the other has
	otherAligned        // only the other side has one: it was made a present of it
	sideBlocked         // the side to act next cannot move
)

// play makes a ply that plies listed. The next board is as the other side sees
// it. This is the whole of the rules but for which plies there are.
func (b setup) play(m ply) (next setup, end ending) {
	own, other := b.own, b.other
	var made, given bool
	switch m.kind {
	case place:
		// A side of the board filled while placing wins nothing by itself.
		return setup{own: other, other: own | m.to.bit()}, goesOn
	case move:
		// A line through a cell that was not its side's a moment ago is a line
		// that this action has made; no other can be.
		exchange := other.has(m.to)
		own = own&^m.from.bit() | m.to.bit()
		made = own.alignedAt(m.to)
		if exchange {
			other = other&^m.to.bit() | m.via.bit()
			given = other.alignedAt(m.via)
		}
	default:
		// While the game goes on no line crosses the inner plate, so one that
		// does now was made by this turn. A line on the edge does not turn.
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

// reread is the ending that can be seen on the board alone; the package doc
// says why a line on the edge does not count.
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

// turnTable is what one turn of the inner plate makes of each of the 512 sets
// of its cells. It is indexed by the three inner rows, the lowest first.
type turnTable [1 << 9]set

// of is s after the turn.
func (t *turnTable) of(s set) set {
	return s&outer | t[s>>6&7|s>>8&(7<<3)|s>>10&(7<<6)]
}

// turns holds the turn of each kind, in the order of the kinds.
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
