package mills

import "turnpost/rules"

// walker walks by copying states.
type walker struct {
	rules.WalkStack[position]
}

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side { return w.Now().Turn() }

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return w.Now().Outcome().Result }

// Plies implements rules.SearchWalker. Closing a mill is loud.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	p := w.Now()
	for _, q := range p.plies() {
		hint := uint8(rules.Quiet)
		if q.taken() != nowhere {
			hint = rules.Loud + 4*uint8(next[q.taken()].len())
		}
		to = append(to, rules.NewPlyNumber(uint32(q), hint))
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(q rules.PlyNumber) {
	after := w.Push()
	*after = after.after(ply(q.Number()))
}

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	p := w.Now()
	return rules.Mix(rules.Mix(uint64(p.side)|uint64(p.hand[0])<<8|uint64(p.hand[1])<<16, uint64(p.of[0])),
		uint64(p.of[1]))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(q rules.PlyNumber) rules.Move { return ply(q.Number()).text() }

// Evaluate implements rules.Evaluator: the pieces, mills, lines with two pieces and an empty point,
// and freedom to move.
func (w *walker) Evaluate() int {
	p := w.Now()
	score := p.evaluate(p.side) - p.evaluate(1-p.side) + 5
	return score * (100 - p.count) / 100
}

func (s *state) evaluate(side uint8) (score int) {
	own, empty := s.of[side], all&^(s.of[0]|s.of[1])
	score = 100 * (own.len() + int(s.hand[side]))
	for rest := own; rest != 0; rest = rest.rest() {
		q := rest.first()
		score += 6*(next[q]&empty).len() + 2*next[q].len()
		for _, line := range mills[q] {
			switch {
			case own&line == line:
				score += 8
			case (own&line).len() == 2 && empty&line != 0:
				score += 12
			}
		}
	}
	return score
}
