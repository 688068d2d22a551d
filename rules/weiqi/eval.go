package weiqi

import "turnpost/rules"

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side { return w.Now().turn() }

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return w.Now().result() }

// Plies implements rules.SearchWalker. Points beside stones look good, and those of the first line bad. Nothing looks
// worse than a point among own stones alone, which is probably an eye: a pass does not.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	for ply := range s.points + 1 {
		if !s.isLegal(ply) {
			continue
		}
		hint, eye := 1, false
		if ply != s.pass() {
			hint, eye = 5*len(s.beside[ply]), true
			for _, next := range s.beside[ply] {
				eye = eye && s.stones[next] == s.toMove()
				if s.stones[next] != rules.None {
					hint += 6
				}
			}
		}
		if eye {
			hint = rules.Quiet
		}
		to = append(to, rules.NewPlyNumber(uint32(ply), uint8(hint)))
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) {
	var room [most]uint8
	w.Push().play(int(p.Number()), room[:0])
}

// Hash implements rules.SearchWalker. It holds the board before, because of which a point can be forbidden, but
// not all earlier ones: the search takes such rare positions for equal.
func (w *walker) Hash() uint64 {
	s := w.Now()
	hash := rules.Mix(s.hash, uint64(s.turn()))
	if s.way == nil {
		return hash
	}
	if s.passed() {
		return rules.Mix(hash, 1)
	}
	if s.way.before != nil {
		hash = rules.Mix(hash, s.way.before.board)
	}
	return hash
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return w.Now().texts[p.Number()] }

// The worths of what Evaluate counts.
const (
	worthPoint = 10
	worthStone = 9  // less than an empty point, so that a pass is better than to fill what one has
	worthAtari = 25 // a stone in a chain that has one free point
)

// Evaluate implements rules.Evaluator: the points that are nearer to one side's stones, with komi, and the
// chains that can be taken at once.
func (w *walker) Evaluate() int {
	s := w.Now()
	balance := -worthPoint * s.komi2 / 2
	var near [most]rules.Side // whose stones are nearest; shared points are nobody's
	var room, following [most]uint8
	now := room[:0]
	for i := range s.points {
		if near[i] = s.stones[i]; near[i] != rules.None {
			now = append(now, uint8(i))
			balance += worthStone * sign(near[i])
		}
	}
	const nobody = rules.White + 1
	for len(now) > 0 {
		next := following[:0]
		var reached [most]rules.Side
		for _, i := range now {
			for _, j := range s.beside[i] {
				switch {
				case near[j] != rules.None:
				case reached[j] == rules.None:
					reached[j] = near[i]
					next = append(next, j)
				case reached[j] != near[i]:
					reached[j] = nobody
				}
			}
		}
		for _, j := range next {
			near[j] = reached[j]
			balance += worthPoint * sign(near[j])
		}
		now = append(room[:0], next...)
	}
	var seen [most]bool
	for i := range s.points {
		if s.stones[i] != rules.None && !seen[i] {
			var stones [most]uint8
			chain, _ := s.chain(i, &seen, stones[:0])
			if s.liberties(chain) == 1 {
				balance -= worthAtari * sign(s.stones[i]) * len(chain)
			}
		}
	}
	return balance * sign(s.toMove())
}

// sign is 1 for Black, -1 for White and 0 for others.
func sign(side rules.Side) int {
	switch side {
	case rules.Black:
		return 1
	case rules.White:
		return -1
	}
	return 0
}

// liberties is how many points beside a chain are empty.
func (s *state) liberties(chain []uint8) (n int) {
	var counted [most]bool
	for _, i := range chain {
		for _, next := range s.beside[i] {
			if s.stones[next] == rules.None && !counted[next] {
				counted[next] = true
				n++
			}
		}
	}
	return n
}
