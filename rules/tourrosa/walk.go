package tourrosa

import "turnpost/rules"

// walker walks over states.
type walker struct{ rules.Stack[state] }

// Walk begins a walk at the position (rules.Walkable).
func (p position) Walk() rules.Walker { return &walker{rules.NewStack(p.state)} }

// Turn is the side to move.
func (w *walker) Turn() rules.Side {
	if w.Now().outcome().Over() {
		return rules.None
	}
	return w.Now().side
}

// Result is how the game stands.
func (w *walker) Result() rules.Result { return w.Now().outcome().Result }

// Plies appends the legal plies. What takes pieces is loud, the more the louder.
func (w *walker) Plies(to []rules.Ply) []rules.Ply {
	s := w.Now()
	if s.outcome().Over() {
		return to
	}
	begin := len(to)
	own := sign(s.side)
	enemy := index(-own)
	var next state // one for all the loop, so that it does not escape
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

// Play makes a ply.
func (w *walker) Play(p rules.Ply) { w.Push().choose(ply(p.Number())) }

// Text is the text of a ply.
func (w *walker) Text(p rules.Ply) rules.Move { return ply(p.Number()).text() }

// Hash is a hash of the state.
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

// Evaluate counts pieces, and stacks: who has few has few choices (rules.Evaluator).
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

// stackWorth is what a stack is worth beside its pieces: a single piece is easily
// jumped, and jumps little; of a tower all is lost at once.
func stackWorth(height int) int {
	switch height {
	case 1:
		return 4
	case 2, 3, 4:
		return 10
	}
	return 12 - 2*height
}
