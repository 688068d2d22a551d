package draughts

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

// Plies implements rules.SearchWalker. Captures are loud.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	p := w.Now()
	if p.ending != none {
		return to
	}
	var l plies
	p.legal(&l)
	for _, q := range l.all() {
		hint := uint8(rules.Quiet)
		if n := q.jumps(); n > 0 {
			hint = rules.Loud + 8*uint8(n)
		}
		to = append(to, rules.NewPlyNumber(uint32(q), hint))
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
	return rules.Mix(rules.Mix(uint64(p.side), uint64(p.of[black])|uint64(p.of[white])<<32), uint64(p.kings))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(q rules.PlyNumber) rules.Move { return ply(q.Number()).text() }

// Evaluate implements rules.Evaluator: the pieces, how far the men have come, the guard of the own
// home row, and the middle. With fewer pieces an advantage counts more.
func (w *walker) Evaluate() int {
	p := w.Now()
	mine, theirs := p.evaluate(p.side), p.evaluate(p.side.other())
	score := (mine - theirs) * (60 - (p.of[black] | p.of[white]).len()) / 40
	return (score + 3) * (160 - p.count) / 160
}

func (p *position) evaluate(me colour) (score int) {
	for set := p.of[me]; set != 0; set = set.rest() {
		q := set.first()
		row := q.row()
		if me == white {
			row = size - 1 - row
		}
		column := q.cell().Column
		middle := min(column, size-1-column)
		if p.kings.has(q) {
			score += 140 + 3*middle + 3*min(row, size-1-row)
			continue
		}
		score += 100 + 3*row + 2*middle
		if row == 0 {
			score += 12
		}
	}
	return score
}
