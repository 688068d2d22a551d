package breakthrough

import "turnpost/rules"

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side { return w.Now().turn() }

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return w.Now().result() }

// Plies implements rules.SearchWalker. What wins or takes is loud; otherwise what is far ahead looks good.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	s.plies(func(p ply) {
		hint := uint8(2 * s.row(p.to()))
		switch {
		case s.row(p.to()) == size-1:
			hint = rules.MostHint
		case s.pieces[s.side^1]&bit(p.to()) != 0:
			hint = uint8(rules.Loud + size - s.row(p.to()))
		}
		to = append(to, rules.NewPlyNumber(uint32(p), hint))
	})
	return to
}

// row is how many rows a cell is from the first row of the side to move.
func (s *state) row(i int) int { return rowOf(s.side, i) }

func rowOf(side uint8, i int) int {
	if side == 0 {
		return i % size
	}
	return size - 1 - i%size
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) { w.Push().play(ply(p.Number())) }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	return rules.Mix(rules.Mix(rules.Mix(0, uint64(s.pieces[0])), uint64(s.pieces[1])), uint64(s.side))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return ply(p.Number()).text() }

// worths is what a piece is worth, by its row from its own first one. The first row guards the end.
var worths = [size]int{115, 100, 103, 110, 125, 160, 260, 0}

// The worths of what Evaluate counts besides.
const (
	worthGuarded = 8  // a piece with an own one diagonally behind
	worthFree    = 90 // a piece ahead of which no piece can still take it, by rows to the end
	worthTempo   = 10
)

// Evaluate implements rules.Evaluator: pieces and how far they are, which of them are guarded, and which
// can no longer be stopped.
func (w *walker) Evaluate() int {
	s := w.Now()
	return s.worth(s.side) - s.worth(s.side^1) + worthTempo
}

// worth is the value of what a side has.
func (s *state) worth(side uint8) (sum int) {
	own, other := s.pieces[side], s.pieces[side^1]
	for rest := own; rest != 0; rest &= rest - 1 {
		i := rest.first()
		row := rowOf(side, i)
		sum += worths[row]
		if other&cone(side, i) == 0 {
			sum += worthFree * row / 2
		}
	}
	return sum + worthGuarded*(own&own.ahead(side).beside()).count()
}

// cone is the cells from which a piece of the other side can still meet one on a cell.
func cone(side uint8, i int) (all set) {
	now := bit(i)
	for range size - 1 {
		now = now.ahead(side)
		now |= now.beside()
		all |= now
	}
	return all
}
