package rooya

import "turnpost/rules/engine"

// wideWalk lists the plies of states by number; it belongs to one goroutine.
type wideWalk struct{ *wide }

// over reports whether the game is over in a state: a line crosses the inner plate, or the side to
// act is blocked.
func (w *wide) over(b setup) bool {
	for _, line := range w.within {
		if b.own&line == line || b.other&line == line {
			return true
		}
	}
	return w.blocked(b.own)
}

func (w *wide) blocked(own set) bool {
	for rest := own; rest != 0; rest &= rest - 1 {
		if w.beside[rest.first()]&^own != 0 {
			return false
		}
	}
	return true
}

func (w *wide) aligned(s set, c cell) bool {
	through := &w.lines[c]
	return s&through[0] == through[0] || s&through[1] == through[1]
}

func (w *wide) alignedWithin(s set) bool {
	for _, line := range w.within {
		if s&line == line {
			return true
		}
	}
	return false
}

// goesOn is the state with a number; ok is false if an equal state has a lower number or the game
// is over.
func (w *wide) goesOn(number int64) (b setup, ok bool) {
	b, placements := w.state(number)
	return b, !w.over(b) && (placements == 8 || w.numberOf(b) == number)
}

// AtOnce implements engine.WideGraph. A ply wins only by a line, since no side can be blocked.
func (w wideWalk) AtOnce(number int64) bool {
	b, ok := w.goesOn(number)
	return ok && w.makes(b)
}

// makes reports whether the side to act can make a line.
func (w *wide) makes(b setup) bool {
	taken := b.own | b.other
	for _, line := range w.rows {
		missing := line &^ b.own
		if missing == 0 || missing&(missing-1) != 0 {
			continue
		}
		at, others := missing.first(), b.own&^line
		if w.beside[at]&others != 0 {
			return true
		}
		for vias := w.follow[at] &^ taken; vias != 0; vias &= vias - 1 {
			via := vias.first()
			if w.beside[via]&^w.follow[via]&others != 0 {
				return true
			}
		}
	}
	for i := range w.turns {
		if w.alignedWithin(w.turns[i].of(b.own)) {
			return true
		}
	}
	return false
}

// Plies implements engine.WideGraph.
func (w wideWalk) Plies(number int64, see func(int64) bool) {
	if b, ok := w.goesOn(number); ok {
		w.plies(b, see)
	}
}

// plies calls see with the result of each ply until it returns false.
func (w *wide) plies(b setup, see func(int64) bool) {
	for men := b.own; men != 0; men &= men - 1 {
		from := men.first()
		for steps := w.beside[from] &^ b.own; steps != 0; steps &= steps - 1 {
			via := steps.first()
			if !see(w.step(b, from, from, via)) {
				return
			}
			if b.other.has(via) || w.inner.has(from) == w.inner.has(via) {
				continue
			}
			for on := w.follow[via] &^ b.own; on != 0; on &= on - 1 {
				if !see(w.step(b, from, via, on.first())) {
					return
				}
			}
		}
	}
	for i := range w.turns {
		own, other := w.turns[i].of(b.own), w.turns[i].of(b.other)
		if !see(w.leads(own, other, w.alignedWithin(own), w.alignedWithin(other))) {
			return
		}
	}
}

// step is the result of a pawn's move; an enemy pawn on its last cell goes to via.
func (w *wide) step(b setup, from, via, at cell) int64 {
	own := b.own&^from.bit() | at.bit()
	if !b.other.has(at) {
		return w.leads(own, b.other, w.aligned(own, at), false)
	}
	other := b.other&^at.bit() | via.bit()
	return w.leads(own, other, w.aligned(own, at), w.aligned(other, via))
}

// leads is the result of a ply that leaves these pawns. made and given are whether it made a line
// for the side that acted and for the other side.
func (w *wide) leads(own, other set, made, given bool) int64 {
	switch {
	case made:
		return int64(engine.EndWins)
	case given:
		return int64(engine.EndLoses)
	case w.blocked(other):
		return int64(engine.EndWins)
	}
	return w.numberOf(setup{own: other, other: own})
}

// Before implements engine.WideGraph. It also appends some states in which the ply won.
func (w wideWalk) Before(number int64, to []int64) []int64 {
	b, _ := w.state(number)
	// The pawns of the side that acted are b.other now.
	acted, own := b.other, b.own
	taken := acted | own
	add := func(before setup) {
		if !w.over(before) {
			to = append(to, w.numberOf(before))
		}
	}
	step := func(from, via, at cell) {
		before := setup{own: acted&^at.bit() | from.bit(), other: own}
		if own.has(via) { // they changed places
			if w.aligned(own, via) {
				return // that ply lost
			}
			before.other = own&^via.bit() | at.bit()
		}
		add(before)
	}
	for men := acted; men != 0; men &= men - 1 {
		at := men.first()
		for ways := w.beside[at] &^ acted; ways != 0; ways &= ways - 1 {
			from := ways.first()
			step(from, from, at)
		}
		for vias := w.follow[at] &^ acted; vias != 0; vias &= vias - 1 {
			via := vias.first()
			for froms := w.beside[via] &^ w.follow[via] &^ taken; froms != 0; froms &= froms - 1 {
				step(froms.first(), via, at)
			}
		}
	}
	for i := range w.turns {
		turn := &w.turns[len(w.turns)-1-i]
		add(setup{own: turn.of(acted), other: turn.of(own)})
	}
	return to
}
