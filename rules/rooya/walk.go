package rooya

import "turnpost/rules"

// walker implements rules.Walker.
type walker struct{ rules.Stack[walked] }

// walked is a position without the parts that only messages need.
type walked struct {
	setup
	side rules.Side
	end  ending
}

// Walk implements rules.Walkable.
func (p position) Walk() rules.Walker {
	return &walker{rules.NewStack(walked{p.setup, p.side, p.end})}
}

// Turn implements rules.Walker.
func (w *walker) Turn() rules.Side {
	if w.Now().end != goesOn {
		return rules.None
	}
	return w.Now().side
}

// Result implements rules.Walker.
func (w *walker) Result() rules.Result { return outcome(w.Now().end, w.Now().side).Result }

// Plies implements rules.Walker. Exchanges have a slightly higher hint than steps.
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

// plyNumbered is the ply with a number.
func plyNumbered(n uint32) ply {
	return ply{kind(n >> 15), cell(n >> 10 & 31), cell(n >> 5 & 31), cell(n & 31)}
}

// Play implements rules.Walker.
func (w *walker) Play(p rules.Ply) {
	s := w.Push()
	s.setup, s.end = s.play(plyNumbered(p.Number()))
	s.side = s.side.Opponent()
}

// Text implements rules.Walker.
func (w *walker) Text(p rules.Ply) rules.Move { return plyNumbered(p.Number()).text() }

// Hash implements rules.Walker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	return rules.Mix(rules.Mix(0, uint64(s.own)<<32|uint64(s.other)), uint64(s.side))
}

// Evaluate implements rules.Evaluator: it values pawns in the same line.
func (w *walker) Evaluate() int {
	s := w.Now()
	sum := 8
	for i := range size {
		for _, line := range lines[at(i, i)] {
			sum += filled[(s.own&line).count()] - filled[(s.other&line).count()]
		}
	}
	// Pawns in the middle can go everywhere.
	return sum + 6*((s.own&inner).count()-(s.other&inner).count())
}

// filled is the value of a line by the number of a side's pawns in it.
var filled = [size + 1]int{0, 2, 8, 25, 70, 70}
