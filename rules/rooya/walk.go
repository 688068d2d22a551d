package rooya

import "turnpost/rules"

// walker walks over boards.
type walker struct{ rules.Stack[walked] }

// walked is a position without what only letters need.
type walked struct {
	setup
	side rules.Side
	end  ending
}

// Walk begins a walk at the position (rules.Walkable).
func (p position) Walk() rules.Walker {
	return &walker{rules.NewStack(walked{p.setup, p.side, p.end})}
}

// Turn is the side to act.
func (w *walker) Turn() rules.Side {
	if w.Now().end != goesOn {
		return rules.None
	}
	return w.Now().side
}

// Result is how the game stands.
func (w *walker) Result() rules.Result { return outcome(w.Now().end, w.Now().side).Result }

// Plies appends the legal plies. Exchanges are a little louder than steps.
func (w *walker) Plies(to []rules.Ply) []rules.Ply {
	s := w.Now()
	if s.end != goesOn {
		return to
	}
	var list [maxPlies]ply
	for _, m := range list[:s.plies(&list)] {
		hint := uint8(rules.Quiet)
		if m.kind == move && s.other.has(m.to) {
			hint = 16
		}
		to = append(to, rules.NewPly(uint32(m.kind)<<15|uint32(m.from)<<10|uint32(m.via)<<5|uint32(m.to), hint))
	}
	return to
}

// plyNumbered is the ply of a number.
func plyNumbered(n uint32) ply {
	return ply{kind(n >> 15), cell(n >> 10 & 31), cell(n >> 5 & 31), cell(n & 31)}
}

// Play makes a ply.
func (w *walker) Play(p rules.Ply) {
	s := w.Push()
	s.setup, s.end = s.play(plyNumbered(p.Number()))
	s.side = s.side.Opponent()
}

// Text is the text of a ply.
func (w *walker) Text(p rules.Ply) rules.Move { return plyNumbered(p.Number()).text() }

// Hash is a hash of the state.
func (w *walker) Hash() uint64 {
	s := w.Now()
	return rules.Mix(rules.Mix(0, uint64(s.own)<<32|uint64(s.other)), uint64(s.side))
}

// Evaluate is how many pawns stand in the same lines (rules.Evaluator).
func (w *walker) Evaluate() int {
	s := w.Now()
	sum := 8
	for i := range size {
		for _, line := range lines[at(i, i)] {
			sum += filled[(s.own&line).count()] - filled[(s.other&line).count()]
		}
	}
	// Pawns in the middle go everywhere.
	return sum + 6*((s.own&inner).count()-(s.other&inner).count())
}

// filled is what a line with so many pawns of a side is worth to it.
var filled = [size + 1]int{0, 2, 8, 25, 70, 70}
