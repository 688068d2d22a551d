package tourrosa

import "turnpost/rules"

// walker implements rules.Walker.
type walker struct{ rules.Stack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.Walker { return &walker{rules.NewStack(p.state)} }

// Turn implements rules.Walker.
func (w *walker) Turn() rules.Side {
	if w.Now().outcome().Over() {
		return rules.None
	}
	return w.Now().side
}

// Result implements rules.Walker.
func (w *walker) Result() rules.Result { return w.Now().outcome().Result }

// Plies implements rules.Walker. Captures are loud, the more pieces the louder.
func (w *walker) Plies(to []rules.Ply) []rules.Ply {
	s := w.Now()
	if s.outcome().Over() {
		return to
	}
	begin := len(to)
	own := sign(s.side)
	enemy := index(-own)
	var next state // declared outside the loop, so that it does not escape
	for c := range cell(cells) {
		if s.cells[c]*own <= 0 {
			continue
		}
		for _, at := range rose.starts[c] {
			for _, choice := range [...]ply{sow(at), stack(at)} {
				next = *s
				if _, ok := next.choose(choice); ok {
					hint := uint8(rules.Quiet)
					if taken := s.pieces[enemy] - next.pieces[enemy]; taken > 0 {
						hint = rules.Loud + min(taken, rules.MostHint-rules.Loud)
					}
					to = append(to, rules.NewPly(uint32(choice), hint))
				}
			}
		}
	}
	if len(to) == begin {
		to = append(to, rules.NewPly(uint32(pass), rules.Quiet))
	}
	return to
}

// Play implements rules.Walker.
func (w *walker) Play(p rules.Ply) { w.Push().choose(ply(p.Number())) }

// Text implements rules.Walker.
func (w *walker) Text(p rules.Ply) rules.Move { return ply(p.Number()).text() }

// Hash implements rules.Walker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	hash := uint64(s.side)<<8 | uint64(s.passes)
	for i := 0; i < len(s.cells); i += 8 {
		var word uint64
		for _, v := range s.cells[i : i+8] {
			word = word<<8 | uint64(uint8(v))
		}
		hash = rules.Mix(hash, word)
	}
	return hash
}

// Evaluate implements rules.Evaluator: it values pieces and stacks. Few stacks mean few choices.
func (w *walker) Evaluate() int {
	s := w.Now()
	own := sign(s.side)
	sum := 100 * (int(s.pieces[index(own)]) - int(s.pieces[index(-own)]))
	for _, v := range s.cells {
		v *= own
		switch {
		case v > 0:
			sum += stackWorth(int(v))
		case v < 0:
			sum -= stackWorth(-int(v))
		}
	}
	return sum + 15
}

// stackWorth is the value of a stack in addition to its pieces. A single piece is easily jumped and
// can jump little; a tall tower is lost all at once.
func stackWorth(height int) int {
	switch height {
	case 1:
		return 4
	case 2, 3, 4:
		return 10
	}
	return 12 - 2*height
}
