package roses

import (
	"turnpost/rules"
)

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side {
	if w.Now().over() {
		return rules.None
	}
	return w.Now().turn.side
}

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result {
	s := w.Now()
	if !s.over() {
		return rules.Undecided
	}
	return position{state: *s}.Outcome().Result
}

// Plies implements rules.SearchWalker. Captures are loud, that of a castle most of all.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	var l plies
	s.plies(&l)
	for _, m := range l.all() {
		hint := uint8(rules.Quiet)
		if m.kind == attack {
			hint = 64
			switch {
			case castles.has(m.b):
				hint = rules.MostHint
			case !whole.has(m.b.plus(m.dir)):
				hint = rules.Loud
			}
		}
		to = append(to, rules.NewPlyNumber(m.number(), hint))
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) {
	s := w.Push()
	*s = s.after(plyNumbered(p.Number()))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return plyNumbered(p.Number()).text() }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	rest := uint64(s.hand.own)<<16 | uint64(s.hand.foe)<<12 | uint64(s.turn.passes)<<8 | uint64(s.turn.side)
	return rules.Mix(rules.Mix(rules.Mix(0, uint64(s.own)), uint64(s.foe)), rest)
}

// number packs the ply into 24 bits: kind, direction, and the two cells.
func (m ply) number() uint32 {
	d := uint32(0)
	for i, dir := range directions {
		if dir == m.dir {
			d = uint32(i)
		}
	}
	return uint32(m.kind)<<18 | d<<12 | uint32(m.a)<<6 | uint32(m.b)
}

// plyNumbered is the inverse of number.
func plyNumbered(n uint32) ply {
	m := ply{kind: kind(n >> 18), a: cell(n >> 6 & 63), b: cell(n & 63)}
	if m.kind == line || m.kind == translation || m.kind == attack {
		m.dir = directions[n>>12&63]
	}
	return m
}

// Evaluate implements rules.Evaluator: it values soldiers and how near they are to the enemy's castle.
func (w *walker) Evaluate() int {
	s := w.Now()
	side := s.turn.side
	return s.standing(s.own, s.hand.own, side) - s.standing(s.foe, s.hand.foe, side.Opponent()) + 10
}

// standing is the value of the soldiers of a side.
func (s *state) standing(men set, inHand uint8, side rules.Side) int {
	target := castleOf(side.Opponent())
	sum := 100 * (men.count() + int(inHand))
	near := target.only().around() & whole
	second := near.around() & whole
	sum += 12*(men&near).count() + 6*(men&second).count() + 3*(men&centre).count()
	// Pairs can attack.
	pairs := 0
	for _, d := range axes {
		pairs += (men & men.shift(d)).count()
	}
	return sum + 5*pairs
}

// centre is the six cells in the middle.
const centre = red | 1<<c3 | 1<<d5 | 1<<b3 | 1<<e5

// Value implements rules.Solved.
func (w *walker) Value() rules.Value { return position{state: *w.Now()}.Value() }
