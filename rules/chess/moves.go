package chess

import (
	"turnpost/rules"
)

// ply is a move: the squares that the piece leaves and reaches, and the kind to which a pawn is
// promoted, or pawn. Castling is the move of the king.
type ply uint16

func move(from, to square, promoted kind) ply { return ply(from)<<9 | ply(to)<<3 | ply(promoted) }

// noPly goes from a1 to a1, which is never legal.
const noPly ply = 0

func (p ply) from() square   { return square(p >> 9) }
func (p ply) to() square     { return square(p >> 3 & 63) }
func (p ply) promoted() kind { return kind(p & 7) }

// text is the canonical text.
func (p ply) text() rules.Move {
	s := names[p.from()] + "-" + names[p.to()]
	if k := p.promoted(); k != pawn {
		s += "=" + k.letter()
	}
	return rules.Move(s)
}

// plies is a list without allocation: no position has more than 218 legal moves.
type plies struct {
	n    int
	list [256]ply
}

func (l *plies) all() []ply { return l.list[:l.n] }

func (l *plies) add(p ply) {
	l.list[l.n&255] = p
	l.n++
}

// addAll adds a ply to each square of a set.
func (l *plies) addAll(from square, to squares) {
	for ; to != 0; to = to.rest() {
		l.add(move(from, to.first(), pawn))
	}
}

// addPawn adds the move of a pawn, or the four ways to promote it.
func (l *plies) addPawn(from, to square) {
	if to.row() != 0 && to.row() != size-1 {
		l.add(move(from, to, pawn))
		return
	}
	for k := knight; k <= queen; k++ {
		l.add(move(from, to, k))
	}
}

// men is all pieces.
func (s *state) men() squares { return s.of[white] | s.of[black] }

// attackers is the pieces of a colour that attack a square.
func (s *state) attackers(q square, by colour, men squares) squares {
	diagonals, lines := s.kinds[bishop]|s.kinds[queen], s.kinds[rook]|s.kinds[queen]
	found := pawnTo[by.other()][q]&s.kinds[pawn] | knightTo[q]&s.kinds[knight] | kingTo[q]&s.kinds[king]
	if diagonals&s.of[by] != 0 {
		found |= diagonal(q, men) & diagonals
	}
	if lines&s.of[by] != 0 {
		found |= straight(q, men) & lines
	}
	return found & s.of[by]
}

// inCheck reports whether the king of a colour is attacked.
func (s *state) inCheck(c colour) bool {
	return s.attackers((s.kinds[king]&s.of[c]).first(), c.other(), s.men()) != 0
}

// The rights to castle, a bit each.
const (
	whiteShort uint8 = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// keeps is the rights that remain when a piece leaves or reaches a square.
var keeps = func() (table [size * size]uint8) {
	for q := range table {
		table[q] = 15
	}
	for _, lost := range []struct {
		column, row int
		rights      uint8
	}{
		{4, 0, whiteShort | whiteLong}, {7, 0, whiteShort}, {0, 0, whiteLong},
		{4, 7, blackShort | blackLong}, {7, 7, blackShort}, {0, 7, blackLong},
	} {
		table[squareAt(lost.column, lost.row)] &^= lost.rights
	}
	return table
}()

// castlings are the two ways to castle from a home row: the right as White's, where the king goes,
// and between king and rook.
var castlings = [2]struct {
	right   uint8
	column  int
	between [3]int // columns that must be empty
}{
	{whiteShort, 6, [3]int{5, 6, 6}},
	{whiteLong, 2, [3]int{1, 2, 3}},
}

// pseudo lists the moves of the side to move without regard to its king. loud lists only captures
// and promotions.
func (s *state) pseudo(l *plies, loud bool) {
	me, men := s.side, s.men()
	own, other := s.of[me], s.of[me.other()]
	targets := ^own
	if loud {
		targets = other
	}
	s.pawns(l, loud)
	for k := knight; k <= king; k++ {
		for from := s.kinds[k] & own; from != 0; from = from.rest() {
			l.addAll(from.first(), reach(k, from.first(), men)&targets)
		}
	}
	if loud || s.castle == 0 {
		return
	}
	row := me.home()
	from := squareAt(4, row)
	for _, c := range castlings {
		if s.castle&(c.right<<(2*me)) == 0 {
			continue
		}
		blocked := false
		for _, column := range c.between {
			blocked = blocked || men.has(squareAt(column, row))
		}
		through := squareAt((4+c.column)/2, row)
		if !blocked && s.attackers(from, me.other(), men) == 0 && s.attackers(through, me.other(), men) == 0 {
			l.add(move(from, squareAt(c.column, row), pawn))
		}
	}
}

// pawns lists the moves of pawns.
func (s *state) pawns(l *plies, loud bool) {
	me, men := s.side, s.men()
	captures := s.of[me.other()]
	if s.passing != nowhere {
		captures |= s.passing.only()
	}
	for pawns := s.kinds[pawn] & s.of[me]; pawns != 0; pawns = pawns.rest() {
		from := pawns.first()
		for to := pawnTo[me][from] & captures; to != 0; to = to.rest() {
			l.addPawn(from, to.first())
		}
		one := from.only().forward(me) &^ men
		if one == 0 || loud && one.first().row() != me.other().home() {
			continue
		}
		l.addPawn(from, one.first())
		if from.row() == 1 || from.row() == size-2 {
			if two := one.forward(me) &^ men; two != 0 && from.row() == abs(me.home()-1) {
				l.add(move(from, two.first(), pawn))
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// kindAt is the kind of the piece on a square.
func (s *state) kindAt(q square) kind {
	for k := range noKind {
		if s.kinds[k].has(q) {
			return k
		}
	}
	return noKind
}

// captured is the square of the piece that a pseudo-legal ply takes; ok is false if it takes none.
func (s *state) captured(p ply) (q square, ok bool) {
	switch {
	case s.of[s.side.other()].has(p.to()):
		return p.to(), true
	case p.to() == s.passing && s.kinds[pawn].has(p.from()):
		return squareAt(p.to().column(), p.from().row()), true
	}
	return nowhere, false
}

// play plays a pseudo-legal ply, and reports whether it leaves the own king unattacked. If not, the
// state is of no use.
func (s *state) play(p ply) bool {
	me, from, to := s.side, p.from(), p.to()
	moved := s.kindAt(from)
	s.half++
	if q, ok := s.captured(p); ok {
		s.kinds[s.kindAt(q)] &^= q.only()
		s.of[me.other()] &^= q.only()
		s.half = 0
	}
	s.lift(moved, from)
	passing := nowhere
	switch {
	case moved == pawn:
		s.half = 0
		if k := p.promoted(); k != pawn {
			moved = k
		} else if abs(from.row()-to.row()) == 2 {
			passing = squareAt(to.column(), (from.row()+to.row())/2)
		}
	case moved == king && from.column() == 4 && to.column() == 6:
		s.lift(rook, squareAt(7, to.row()))
		s.put(rook, squareAt(5, to.row()), me)
	case moved == king && from.column() == 4 && to.column() == 2:
		s.lift(rook, squareAt(0, to.row()))
		s.put(rook, squareAt(3, to.row()), me)
	}
	s.put(moved, to, me)
	s.castle &= keeps[from] & keeps[to]
	s.number += int(me)
	s.side, s.passing = me.other(), nowhere
	if s.inCheck(me) {
		return false
	}
	if passing != nowhere {
		s.setPassing(passing)
	}
	return true
}

// setPassing allows a capture en passant if one is legal. Two positions that differ only in a
// capture that nobody can make are the same (FIDE Laws, article 9.2.3).
func (s *state) setPassing(q square) {
	me := s.side
	home := (s.kinds[king] & s.of[me]).first()
	for pawns := pawnTo[me.other()][q] & s.kinds[pawn] & s.of[me]; pawns != 0; pawns = pawns.rest() {
		from := pawns.first()
		taken := squareAt(q.column(), from.row()).only()
		men := s.men()&^(from.only()|taken) | q.only()
		if s.attackers(home, me.other(), men)&^taken == 0 {
			s.passing = q
			return
		}
	}
}

func (s *state) lift(k kind, q square) {
	s.kinds[k] &^= q.only()
	s.of[s.side] &^= q.only()
}

func (s *state) put(k kind, q square, c colour) {
	s.kinds[k] |= q.only()
	s.of[c] |= q.only()
}

// legal lists the legal plies.
func (s *state) legal(l *plies) {
	var all plies
	s.pseudo(&all, false)
	l.n = 0
	for _, p := range all.all() {
		next := *s
		if next.play(p) {
			l.add(p)
		}
	}
}

// canMove reports whether the side to move has a legal ply.
func (s *state) canMove() bool {
	var all plies
	s.pseudo(&all, false)
	for _, p := range all.all() {
		next := *s
		if next.play(p) {
			return true
		}
	}
	return false
}

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	checkmate
	stalemate
	material
	fifty
)

func (e ending) String() string {
	return [...]string{"", "checkmate", "stalemate", "material", "fifty"}[e]
}

// ended is the rule that has ended the game, or none. A checkmate counts before the fifty moves.
func (s *state) ended() ending {
	switch {
	case s.bare():
		return material
	case !s.canMove() && s.inCheck(s.side):
		return checkmate
	case !s.canMove():
		return stalemate
	case s.half >= fiftyMoves:
		return fifty
	}
	return none
}

// fiftyMoves is the number of plies without a capture or the move of a pawn that draws.
const fiftyMoves = 100

// bare reports whether no series of moves can mate: there are only kings, and one knight, or any
// number of bishops on squares of one colour.
func (s *state) bare() bool {
	if s.kinds[pawn]|s.kinds[rook]|s.kinds[queen] != 0 {
		return false
	}
	bishops := s.kinds[bishop]
	switch s.kinds[knight].len() {
	case 0:
		return bishops&light == 0 || bishops&^light == 0
	case 1:
		return bishops == 0
	}
	return false
}

// CanWin implements rules.Winnable, by the pieces alone (FIDE Laws of Chess, article 6.9): a lone king
// cannot mate, nor can a knight if the other side has nothing but queens in its king's way, nor
// bishops if all bishops stand on squares of one colour and there is no knight and no pawn.
func (p position) CanWin(side rules.Side) bool {
	c := white
	if side == rules.Black {
		c = black
	}
	us, them := p.of[c], p.of[c.other()]
	switch {
	case us&(p.kinds[pawn]|p.kinds[rook]|p.kinds[queen]) != 0:
		return true
	case us&p.kinds[knight] != 0:
		return us.len() > 2 || them&^(p.kinds[king]|p.kinds[queen]) != 0
	case us&p.kinds[bishop] != 0:
		bishops := p.kinds[bishop]
		return bishops&light != 0 && bishops&^light != 0 || p.kinds[pawn]|p.kinds[knight] != 0
	}
	return false
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.ending != none {
		return 0
	}
	return p.state.perft(depth)
}

func (s *state) perft(depth int) (nodes uint64) {
	var all plies
	var next state // here and not in the loop, where it would be allocated
	s.pseudo(&all, false)
	for _, p := range all.all() {
		if next = *s; !next.play(p) {
			continue
		}
		switch over := next.half >= fiftyMoves || next.bare(); {
		case depth == 1:
			nodes++
		case !over: // mated or stalemated sides have no plies
			nodes += next.perft(depth - 1)
		}
	}
	return nodes
}
