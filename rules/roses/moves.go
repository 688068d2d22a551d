package roses

import (
	"cmp"
	"slices"

	"turnpost/rules"
)

// kind is what a ply does.
type kind uint8

const (
	none kind = iota // the zero ply: no ply
	drop
	line // a step is a line of one
	translation
	attack // by phalanx from two cells away, by support from one
	pass
)

// passText is the canonical text of a pass.
const passText = "pass"

// ply is one ply in four bytes. The meaning of a and b depends on the kind:
//
//	drop         a is the cell
//	line         a is the rear cell, b the cell that the front enters
//	translation  a and b are the two soldiers, in alphabetical order
//	attack       a is the rear cell or the supported attacker, b the enemy's cell
type ply struct {
	kind kind
	a, b cell
	dir  direction
}

// cells are the cells that the text names, in its order.
func (m ply) cells() []cell {
	switch m.kind {
	case drop:
		return []cell{m.a}
	case line, attack:
		return []cell{m.a, m.b}
	case translation:
		return []cell{m.a, m.b, m.a.plus(m.dir), m.b.plus(m.dir)}
	}
	return nil
}

// text is the canonical text.
func (m ply) text() rules.Move { return rules.Move(m.append(nil)) }

// append appends the canonical text, to compare plies with a text without allocating strings.
func (m ply) append(b []byte) []byte {
	switch m.kind {
	case drop:
		return m.a.append(b)
	case line:
		return m.b.append(append(m.a.append(b), '-'))
	case translation:
		b = append(m.b.append(m.a.append(b)), '-')
		return m.b.plus(m.dir).append(m.a.plus(m.dir).append(b))
	case attack:
		return m.b.append(append(m.a.append(b), 'x'))
	case pass:
		return append(b, passText...)
	}
	return b
}

// most is an upper bound for the plies of one position. A soldier and a direction make at most one
// step, line or attack, 4 x 6; four soldiers make at most five adjacent pairs, each with four
// directions across.
const most = 4*6 + 5*4

// plies collects the plies of one position without allocating.
type plies struct {
	n   int
	ply [most]ply
}

func (l *plies) add(m ply) {
	l.ply[l.n] = m
	l.n++
}

// all is the collected plies.
func (l *plies) all() []ply { return l.ply[:l.n] }

// plies collects every legal ply, in no particular order: none if the game is over, and a pass if
// there is nothing else.
func (s state) plies(l *plies) {
	if s.over() {
		return
	}
	if s.dropping() {
		s.drops(l)
	} else {
		s.moves(l)
	}
	if l.n == 0 {
		l.add(ply{kind: pass})
	}
}

// drops adds the drops: on empty cells next to an own piece, except red cells.
func (s state) drops(l *plies) {
	if s.hand.own == 0 {
		return
	}
	mine := s.own | castleOf(s.turn.side).only()
	for cells := mine.around() & s.empty() &^ red; cells != 0; cells &= cells - 1 {
		l.add(ply{kind: drop, a: cells.first()})
	}
}

// moves adds the actions of the move phase, one direction after the other, for all soldiers at once.
func (s state) moves(l *plies) {
	var (
		own      = s.own
		empty    = s.empty()
		occupied = whole &^ empty
		enemies  = s.foe | castleOf(s.turn.side.Opponent()).only()
		support  = s.foe & own.twiceAround()
	)
	for _, d := range directions {
		// Lines: the front soldier has an empty cell before it; each own soldier behind it
		// may join in turn.
		free := own & empty.shift(-d)
		reach := d
		for rear := free; rear != 0; rear = own & rear.shift(-d) {
			for from := rear; from != 0; from &= from - 1 {
				c := from.first()
				l.add(ply{line, c, c.plus(reach), d})
			}
			reach += d
		}

		// Translations: both soldiers of an adjacent pair have an empty cell in a direction
		// across their line.
		for _, axis := range axes {
			if axis == d || axis == -d {
				continue
			}
			for from := free & free.shift(-axis); from != 0; from &= from - 1 {
				c := from.first()
				l.add(ply{translation, c, c.plus(axis), d})
			}
		}

		// Attacks: the cell behind the enemy is empty or outside the board.
		movable := enemies &^ occupied.shift(-d)
		for from := own & (own & movable.shift(-d)).shift(-d); from != 0; from &= from - 1 {
			c := from.first()
			l.add(ply{attack, c, c.plus(2 * d), d})
		}
		for from := own & (support & movable).shift(-d); from != 0; from &= from - 1 {
			c := from.first()
			l.add(ply{attack, c, c.plus(d), d})
		}
	}
}

// twiceAround is the set of cells next to at least two members.
func (s set) twiceAround() set {
	var once, twice set
	for _, d := range directions {
		next := s.shift(d)
		twice |= once & next
		once |= next
	}
	return twice
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	var l plies
	p.plies(&l)
	return rules.SortedMoves(l.all(), ply.text)
}

// find returns the legal ply with a canonical text; ok is false if there is none.
func (p position) find(text string) (m ply, ok bool) {
	var l plies
	p.plies(&l)
	var buffer [len("d4e5-d5e6")]byte
	for _, m := range l.all() {
		if string(m.append(buffer[:0])) == text {
			return m, true
		}
	}
	return ply{}, false
}

// after is the state after a legal ply.
func (s state) after(m ply) state {
	passes := uint8(0)
	switch m.kind {
	case drop:
		s.own |= m.a.only()
		s.hand.own--
	case line:
		// A line changes only at its ends: it leaves the rear cell and enters the one
		// before the front.
		s.own ^= m.a.only() | m.b.only()
	case translation:
		pair := m.a.only() | m.b.only()
		s.own ^= pair | pair.shift(m.dir)
	case attack:
		// A castle is not a member of foe and there is never a cell behind it, so capturing
		// it needs nothing else.
		enemy := m.b.only()
		s.own ^= m.a.only() | enemy
		s.foe = s.foe&^enemy | enemy.shift(m.dir)&whole
	case pass:
		passes = s.turn.passes + 1
	}
	s.turn.passes = passes
	return s.turned()
}

// turned is the same board with the other side to move.
func (s state) turned() state {
	return state{s.foe, s.own, hand{s.hand.foe, s.hand.own}, turn{s.turn.side.Opponent(), s.turn.passes}}
}

// Play implements rules.Position.
func (p position) Play(m rules.Move) (rules.Position, error) {
	if legal, ok := p.find(string(m)); ok {
		return position{p.after(legal), legal}, nil
	}
	return nil, rules.CheckCanonical(p, m)
}

// titles are the titles of the kinds of plies, in the order in which a player should look at them.
var titles = []groupTitle{
	{attack, rules.Word("attack")},
	{line, rules.Word("step or line")},
	{translation, rules.Word("translation")},
	{drop, rules.Word("drop")},
	{pass, rules.Word("pass")},
}

type groupTitle struct {
	kind  kind
	title rules.Word
}

// Groups implements rules.MoveGrouper: a group for each kind of ply.
func (p position) Groups() []rules.MoveGroup {
	var l plies
	p.plies(&l)
	rank := func(m ply) int {
		return slices.IndexFunc(titles, func(t groupTitle) bool { return t.kind == m.kind })
	}
	slices.SortFunc(l.all(), func(a, b ply) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.text(), b.text()))
	})
	return rules.GroupBy(l.all(),
		func(m ply) rules.Phrase { return rules.Phrase{Format: string(titles[rank(m)].title)} }, ply.text)
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	n, _ := p.perft(depth)
	return n
}

// perft counts the ply sequences of exactly depth plies, and those that end the game with their last
// ply.
func (s state) perft(depth int) (nodes, ends uint64) {
	over := s.over()
	if depth <= 0 {
		if over {
			return 1, 1
		}
		return 1, 0
	}
	if over {
		return 0, 0
	}
	var l plies
	s.plies(&l)
	for _, m := range l.all() {
		n, e := s.after(m).perft(depth - 1)
		nodes += n
		ends += e
	}
	return nodes, ends
}
