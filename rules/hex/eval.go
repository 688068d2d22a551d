package hex

import "turnpost/rules"

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side { return w.Now().turn() }

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return rules.Wins(w.Now().winner) }

// Plies implements rules.SearchWalker. A cell looks the better the nearer it is to the middle and to stones.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	for ply := range swap + 1 {
		if !s.isLegal(ply) {
			continue
		}
		hint := 10
		if ply < swap {
			c := cellAt(ply)
			hint = size - abs(c.Column-size/2) - abs(c.Row-size/2)/2
			for _, next := range neighbours[ply] {
				if s.stones[next] != rules.None {
					hint += 8
				}
			}
		}
		to = append(to, rules.NewPlyNumber(uint32(ply), uint8(hint)))
	}
	return to
}

func abs(n int) int { return max(n, -n) }

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) { w.Push().play(int(p.Number())) }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 { return rules.Mix(w.Now().hash, uint64(w.Now().turn())) }

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return text(int(p.Number())) }

// The worths of what Evaluate counts.
const (
	worthStone = 100 // a stone fewer that a side needs to join its edges
	worthTempo = 50  // to be on the move
)

// Evaluate implements rules.Evaluator: how many stones each side still needs.
func (w *walker) Evaluate() int {
	s := w.Now()
	side := s.toMove()
	return worthStone*(s.needs(side.Opponent())-s.needs(side)) + worthTempo
}

// needs is how many more stones a side needs at least to join its edges. If it needs none on one way,
// or the other side has cut all ways, the game is over.
func (s *state) needs(side rules.Side) int {
	const far = cells
	var cost [cells]uint8
	var now, next [cells]uint8 // cells at the present cost, and at the next
	n, m := 0, 0
	for i := range cost {
		cost[i] = far
	}
	reach := func(i, at int) {
		switch {
		case s.stones[i] == side && int(cost[i]) > at:
			cost[i] = uint8(at)
			now[n] = uint8(i)
			n++
		case s.stones[i] == rules.None && int(cost[i]) > at+1:
			cost[i] = uint8(at + 1)
			next[m] = uint8(i)
			m++
		}
	}
	for k := range size {
		if side == rules.Black {
			reach(k*size, 0)
		} else {
			reach(k, 0)
		}
	}
	for at := 0; at <= size*size; at++ {
		for n > 0 {
			n--
			i := int(now[n])
			if along(side, i) == size-1 {
				return at
			}
			for _, beside := range neighbours[i] {
				reach(int(beside), at)
			}
		}
		if m == 0 {
			break
		}
		now, n, m = next, m, 0
	}
	return far
}
