package rooya

import (
	"slices"

	"turnpost/rules"
)

// kind is what a ply does.
type kind uint8

const (
	nothing kind = iota // no ply: the zero value
	place
	move
	clockwise
	halfTurn
	anticlockwise
)

// ply is one action.
type ply struct {
	kind kind
	// from, via and to are the path of a pawn. via is the cell that its last step
	// leaves, which is from if there is only one step. After an exchange the other
	// side's pawn is on via. A placed pawn has only to; a turn of the plate has no
	// cells.
	from, via, to cell
}

// The texts of the three turns.
const (
	textClockwise     = "cw"
	textAnticlockwise = "ccw"
	textHalfTurn      = "180"
)

// text is the canonical text.
func (m ply) text() rules.Move {
	switch m.kind {
	case place:
		return rules.Move(m.to.String())
	case move:
		if m.via == m.from {
			return rules.Move(m.from.String() + "-" + m.to.String())
		}
		return rules.Move(m.from.String() + "-" + m.via.String() + "-" + m.to.String())
	case clockwise:
		return textClockwise
	case anticlockwise:
		return textAnticlockwise
	case halfTurn:
		return textHalfTurn
	}
	return ""
}

// maxPlies is an upper bound for any board. A pawn on a corner of the inner plate has the most
// plies: two steps on its plate, two to the other plate, and from each of those two further
// steps; and there are three turns.
const maxPlies = pawns*(2+2+2*2) + 3

// plies lists every ply of the side to act, in no particular order, and returns their number.
// It does not check whether the game is over.
func (b setup) plies(list *[maxPlies]ply) int {
	n := 0
	taken := b.own | b.other
	if b.placing() {
		for free := outer &^ taken; free != 0; free &= free - 1 {
			list[n] = ply{kind: place, to: free.first()}
			n++
		}
		return n
	}
	for men := b.own; men != 0; men &= men - 1 {
		from := men.first()
		for steps := neighbours[from] &^ b.own; steps != 0; steps &= steps - 1 {
			to := steps.first()
			list[n] = ply{kind: move, from: from, via: from, to: to}
			n++
			if taken.has(to) || inner.has(from) == inner.has(to) {
				continue
			}
			// On a free cell of the other plate, the pawn may take a second step on that
			// plate. It cannot return to where it began, which is on the first plate.
			for on := follow[to] &^ b.own; on != 0; on &= on - 1 {
				list[n] = ply{kind: move, from: from, via: to, to: on.first()}
				n++
			}
		}
	}
	for k := clockwise; k <= anticlockwise; k++ {
		list[n] = ply{kind: k}
		n++
	}
	return n
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	if p.end != goesOn {
		return nil
	}
	var list [maxPlies]ply
	return rules.SortedMoves(list[:p.plies(&list)], ply.text)
}

// isLegal reports whether m is a legal ply.
func (p position) isLegal(m ply) bool {
	var list [maxPlies]ply
	return p.end == goesOn && slices.Contains(list[:p.plies(&list)], m)
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	action, err := p.parse(string(m))
	if err != nil {
		return nil, err
	}
	if action.text() != m {
		return nil, rules.CheckCanonical(p, m)
	}
	next, end := p.play(action)
	return position{setup: next, side: p.side.Opponent(), end: end, last: action}, nil
}

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

// The titles of the groups that are not cells.
const (
	titlePlace = rules.Word("place")
	titleTurn  = rules.Word("turn")
)

// Groups implements rules.MoveGrouper: a group for each pawn that moves, then the turns of the
// plate. During placing there is one group.
func (p position) Groups() []rules.MoveGroup {
	title := func(m rules.Move) string {
		switch cell := rules.LeadingCell(string(m)); {
		case cell == "":
			return string(titleTurn)
		case p.placing():
			return string(titlePlace)
		default:
			return cell
		}
	}
	isTurn := func(m rules.Move) int {
		if title(m) == string(titleTurn) {
			return 1
		}
		return 0
	}
	moves := p.Legal()
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return isTurn(a) - isTurn(b) })
	return rules.GroupBy(moves, func(m rules.Move) rules.Phrase { return rules.Phrase{Format: title(m)} },
		func(m rules.Move) rules.Move { return m })
}

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
