package chess

import (
	"turnpost/rules"
)

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

// values are what the kinds of pieces are worth, in hundredths of a pawn.
var values = [...]int{pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0}

// Plies implements rules.SearchWalker. A capture is louder the more it takes and the less takes it.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	p := w.Now()
	if p.ending != none {
		return to
	}
	var l plies
	p.legal(&l)
	return p.hinted(to, &l)
}

// Loud implements rules.LoudLister.
func (w *walker) Loud(to []rules.PlyNumber) []rules.PlyNumber {
	p := w.Now()
	if p.ending != none {
		return to
	}
	var all, l plies
	p.pseudo(&all, false)
	for _, q := range all.all() {
		if p.hint(q) < rules.Loud {
			continue
		}
		if next := p.state; next.play(q) {
			l.add(q)
		}
	}
	return p.hinted(to, &l)
}

func (p *position) hinted(to []rules.PlyNumber, l *plies) []rules.PlyNumber {
	for _, q := range l.all() {
		to = append(to, rules.NewPlyNumber(uint32(q), p.hint(q)))
	}
	return to
}

func (p *position) hint(q ply) uint8 {
	hint := uint8(rules.Quiet)
	if on, ok := p.captured(q); ok {
		hint = rules.Loud + 8*uint8(p.kindAt(on)+1) + 6 - uint8(p.kindAt(q.from()))
	}
	switch q.promoted() {
	case queen:
		return max(hint, rules.Loud) + 60
	case knight, bishop, rook:
		return rules.Quiet
	}
	return hint
}

// Play implements rules.SearchWalker.
func (w *walker) Play(q rules.PlyNumber) {
	next := w.Push()
	*next = next.after(ply(q.Number()))
}

// Hash implements rules.SearchWalker. It leaves the counters out, as rules.PlyCounter does.
func (w *walker) Hash() uint64 {
	p := w.Now()
	hash := uint64(p.side) | uint64(p.castle)<<8 | uint64(p.passing)<<16
	for _, set := range p.kinds {
		hash = rules.Mix(hash, uint64(set))
	}
	return rules.Mix(hash, uint64(p.of[white]))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(q rules.PlyNumber) rules.Move { return ply(q.Number()).text() }

// Evaluate implements rules.Evaluator: the pieces, where they stand, pawns and the safety of the
// kings. Between the opening and the endgame the worths change smoothly.
func (w *walker) Evaluate() int {
	p := w.Now()
	phase := 0 // 24 with all pieces, 0 without any
	for k, weight := range [...]int{knight: 1, bishop: 1, rook: 2, queen: 4} {
		phase += weight * p.kinds[k].len()
	}
	phase = min(phase, 24)
	score := p.evaluate(white, phase) - p.evaluate(black, phase)
	if p.side == black {
		score = -score
	}
	return (score + 10) * (200 - p.half) / 200
}

func (p *position) evaluate(me colour, phase int) (score int) {
	own, men := p.of[me], p.men()
	pawns, theirs := p.kinds[pawn]&own, p.kinds[pawn]&p.of[me.other()]
	for k := range noKind {
		for set := p.kinds[k] & own; set != 0; set = set.rest() {
			q := set.first()
			score += values[k] + (placed[me][0][k][q]*phase+placed[me][1][k][q]*(24-phase))/24
			switch k {
			case bishop, rook, queen:
				score += 3 * (reach(k, q, men) &^ own).len()
			case pawn:
				score += p.evaluatePawn(me, q, pawns, theirs, phase)
			case king:
				shield := kingTo[q] & pawns
				score += 12 * shield.len() * phase / 24
			}
			if k == rook && q.only().column()&pawns == 0 {
				score += 12
				if q.only().column()&theirs == 0 {
					score += 10
				}
			}
		}
	}
	if (p.kinds[bishop] & own).len() > 1 {
		score += 35
	}
	return score
}

func (p *position) evaluatePawn(me colour, q square, pawns, theirs squares, phase int) (score int) {
	column := q.only().column()
	beside := column<<8 | column>>8
	rank := q.row()
	rows := row1 << rank
	if me == black {
		rank = size - 1 - rank
	}
	if (column|beside)&fronts[me][q]&theirs == 0 {
		bonus := [...]int{0, 5, 10, 20, 40, 70, 110, 0}[rank]
		score += bonus + bonus*(24-phase)/24
	}
	if (column & pawns).len() > 1 {
		score -= 10
	}
	if beside&pawns == 0 {
		score -= 12
	} else if beside&rows&pawns != 0 {
		score += 4
	}
	return score
}

// placed is what a kind of piece on a square is worth more than elsewhere, for each colour, with all
// pieces and with none.
var placed = func() (t [2][2][noKind][size * size]int) {
	for q := range nowhere {
		column, row := q.column(), q.row()
		edge := min(column, size-1-column)            // 0 on the edge, 3 in the middle
		center := min(edge, min(row, size-1-row)) * 2 // 0 to 6
		middle := edge + min(row, size-1-row)         // 0 to 6
		var opening, endgame [noKind]int
		opening[pawn], endgame[pawn] = 2*row*(edge-1)+3*row, 8*row
		opening[knight], endgame[knight] = 7*middle+2*center-34, 5*middle-20
		opening[bishop], endgame[bishop] = 3*middle+center-10, 2*middle-6
		opening[rook], endgame[rook] = 2*edge, 0
		opening[queen], endgame[queen] = center-2, 3*middle-8
		opening[king], endgame[king] = -12*min(row, 4)-10*edge, 7*middle-20
		if row == 0 {
			opening[knight] -= 8
			opening[bishop] -= 10
		}
		if row == 6 {
			opening[rook] += 20
			endgame[rook] += 20
		}
		mirror := squareAt(column, size-1-row)
		for k := range noKind {
			t[white][0][k][q], t[white][1][k][q] = opening[k], endgame[k]
			t[black][0][k][mirror], t[black][1][k][mirror] = opening[k], endgame[k]
		}
	}
	return t
}()

// fronts is all rows in front of a square, for each colour.
var fronts = func() (t [2][size * size]squares) {
	for q := range nowhere {
		for row := range size {
			if row > q.row() {
				t[white][q] |= row1 << row
			} else if row < q.row() {
				t[black][q] |= row1 << row
			}
		}
	}
	return t
}()
