package draughts

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// ply is a move: the square that a piece leaves, and in two bits each the directions of its jumps
// behind a leading one; or the direction of a step alone. No piece can jump more than nine times, so
// a ply fits 24 bits.
type ply uint32

// noPly is no legal ply: square 1 has no neighbour in the direction 0.
const noPly ply = 0

func step(from square, d int) ply { return ply(d)<<5 | ply(from) }

func (p ply) from() square { return square(p & 31) }

// jump is the ply with one more jump.
func (p ply) jump(d int) ply { return ((p>>5)<<2|ply(d))<<5 | p&31 }

func (p ply) isStep() bool { return p>>5 < 4 }

// way is the squares that a ply touches, and those on which it takes pieces.
func (p ply) way() (way []square, taken squares) {
	q := p.from()
	way = append(way, q)
	if p.isStep() {
		return append(way, beside[p>>5][q]), 0
	}
	for i := p.jumps() - 1; i >= 0; i-- {
		d := p >> (5 + 2*i) & 3
		taken |= beside[d][q].only()
		q = beyond[d][q]
		way = append(way, q)
	}
	return way, taken
}

// jumps is the number of jumps.
func (p ply) jumps() (n int) {
	for rest := p >> 5; rest >= 4; rest >>= 2 {
		n++
	}
	return n
}

// text is the canonical text: "11-15", or all squares of the jumps, "15x22x31".
func (p ply) text() rules.Move {
	way, _ := p.way()
	joint := "x"
	if p.isStep() {
		joint = "-"
	}
	texts := make([]string, len(way))
	for i, q := range way {
		texts[i] = q.String()
	}
	return rules.Move(strings.Join(texts, joint))
}

// plies is a list without allocation. No position has so many plies.
type plies struct {
	n    int
	list [128]ply
}

func (l *plies) all() []ply { return l.list[:l.n] }

func (l *plies) add(p ply) {
	if l.n < len(l.list) {
		l.list[l.n] = p
		l.n++
	}
}

// directions are those of a piece: first and behind the last.
func (s *state) directions(q square) (first, end int) {
	switch {
	case s.kings.has(q):
		return 0, 4
	case s.side == white:
		return 0, 2
	}
	return 2, 4
}

// legal lists the legal plies: captures if there are any.
func (s *state) legal(l *plies) {
	l.n = 0
	own, men := s.of[s.side], s.of[black]|s.of[white]
	for set := own; set != 0; set = set.rest() {
		q := set.first()
		first, end := s.directions(q)
		s.captures(l, 1<<5|ply(q), q, first, end, men&^q.only(), 0)
	}
	if l.n > 0 {
		return
	}
	for set := own; set != 0; set = set.rest() {
		q := set.first()
		first, end := s.directions(q)
		for d := first; d < end; d++ {
			if to := beside[d][q]; to != nowhere && !men.has(to) {
				l.add(step(q, d))
			}
		}
	}
}

// captures adds the plies that go on with a jump from q. so far is the ply up to there. It reports
// whether there is one.
func (s *state) captures(l *plies, soFar ply, q square, first, end int, men, taken squares) (found bool) {
	theirs := s.of[s.side.other()] &^ taken
	for d := first; d < end; d++ {
		over, to := beside[d][q], beyond[d][q]
		if to == nowhere || !theirs.has(over) || men.has(to) {
			continue
		}
		found = true
		next := soFar.jump(d)
		// A man that reaches the last row becomes a king, and its move ends.
		crowned := !s.kings.has(soFar.from()) && to.row() == s.side.other().home()
		if crowned || !s.captures(l, next, to, first, end, men, taken|over.only()) {
			l.add(next)
		}
	}
	return found
}

// play plays a legal ply.
func (s *state) play(p ply) {
	me, from, to := s.side, p.from(), p.from()
	var taken squares
	if p.isStep() {
		to = beside[p>>5][from]
	} else {
		for i := p.jumps() - 1; i >= 0; i-- {
			d := p >> (5 + 2*i) & 3
			taken |= beside[d][to].only()
			to = beyond[d][to]
		}
	}
	king := s.kings.has(from)
	s.count++
	if taken != 0 || !king {
		s.count = 0
	}
	s.of[me] = s.of[me]&^from.only() | to.only()
	s.of[me.other()] &^= taken
	s.kings &^= taken | from.only()
	if king || to.row() == me.other().home() {
		s.kings |= to.only()
	}
	s.side = me.other()
}

// ending is the rule that ended the game.
type ending uint8

const (
	none ending = iota
	cleared
	blocked
	forty
)

func (e ending) String() string { return [...]string{"", "cleared", "blocked", "forty"}[e] }

// fortyMoves is the number of plies without a capture or the move of a man that draws.
const fortyMoves = 80

// ended is the rule that has ended the game, or none.
func (s *state) ended() ending {
	var l plies
	switch s.legal(&l); {
	case s.of[s.side] == 0:
		return cleared
	case l.n == 0:
		return blocked
	case s.count >= fortyMoves:
		return forty
	}
	return none
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.state.perft(depth)
}

func (s *state) perft(depth int) (nodes uint64) {
	if s.count >= fortyMoves {
		return 0
	}
	var l plies
	var next state
	s.legal(&l)
	for _, p := range l.all() {
		next = *s
		next.play(p)
		if depth == 1 {
			nodes++
		} else {
			nodes += next.perft(depth - 1)
		}
	}
	return nodes
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move { return rules.SortedMoves(p.plies(), ply.text) }

// plies lists the legal plies; none when the game is over.
func (p position) plies() []ply {
	if p.ending != none {
		return nil
	}
	var l plies
	p.legal(&l)
	return slices.Clone(l.all())
}
