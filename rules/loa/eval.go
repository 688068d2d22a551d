package loa

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

// Plies implements rules.SearchWalker. Moves towards the middle of the own pieces come first.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	p := w.Now()
	if p.ending != none {
		return to
	}
	column, row := centre(p.of[p.side])
	for _, q := range p.legal(make([]ply, 0, 64)) {
		nearer := far(q.from(), column, row) - far(q.to(), column, row)
		to = append(to, rules.NewPlyNumber(uint32(q), uint8(max(0, 60+nearer))))
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(q rules.PlyNumber) {
	next := w.Push()
	*next = next.after(ply(q.Number()))
}

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	p := w.Now()
	return rules.Mix(rules.Mix(uint64(p.side), uint64(p.of[0])), uint64(p.of[1]))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(q rules.PlyNumber) rules.Move { return ply(q.Number()).text() }

// Evaluate implements rules.Evaluator: how near the pieces of a side stand to their middle, compared
// with the nearest that so many can, how many of them are together, and how near the middle of the
// board is.
func (w *walker) Evaluate() int {
	p := w.Now()
	return p.evaluate(p.side) - p.evaluate(1-p.side) + 10
}

func (s *state) evaluate(side int) (score int) {
	own := s.of[side]
	column, row := centre(own)
	n := own.len()
	spread := 0
	for set := own; set != 0; set = set.rest() {
		q := set.first()
		spread += far(q, column, row)
		score += 4 * (near[q] & own).len()
		if own&near[q] == 0 {
			score -= 25
		}
	}
	// Up to nine pieces stand around one square, the others two away.
	least := 10*min(n-1, 8) + 20*max(0, n-9)
	score -= (spread - least) * 12 / n
	return score - far(35, column, row)/2
}

// centre is the middle of a set, in tenths of a column and a row.
func centre(set squares) (column, row int) {
	n := set.len()
	for ; set != 0; set = set.rest() {
		c := set.first().cell()
		column += 10 * c.Column
		row += 10 * c.Row
	}
	return column / n, row / n
}

// far is the distance of a square from a point, in tenths of a king's move.
func far(q square, column, row int) int {
	c := q.cell()
	return max(abs(10*c.Column-column), abs(10*c.Row-row))
}

func abs(n int) int { return max(n, -n) }
