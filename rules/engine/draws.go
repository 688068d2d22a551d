package engine

import (
	"slices"

	"turnpost/rules"
)

// keepValue removes from the root the plies that do not keep the value of a solved game. Of those
// that draw, it keeps those with the greatest lure if hardest is true, and otherwise those with at least
// three fifths of it: the search alone prefers plies that look good, which are often easy to answer.
func (s *search) keepValue(r *rules.Record, hardest bool) {
	values, ok := newPastValues(r)
	if !ok {
		return
	}
	best, ok := values.keeping()
	if !ok || len(best) == 0 {
		return
	}
	l := lurer{search: s, solved: s.w.(rules.Solved)}
	turns, least := 1, 3.0/5
	if l.draws, ok = s.w.(rules.HardDraws); ok && hardest {
		least = 1
		if _, known := l.draws.Hardness(); !known {
			turns = 2
		}
	} else {
		l.draws = nil
	}
	lures, most := map[rules.PlyNumber]float64{}, 0.0
	for _, p := range best {
		s.w.Play(p)
		lures[p] = l.lure(turns)
		most = max(most, lures[p])
		s.w.Back()
	}
	s.root = slices.DeleteFunc(s.root, func(p rules.PlyNumber) bool {
		lure, keeps := lures[p]
		return !keeps || lure < float64(least*most)
	})
}

// lurer finds how likely a side loses a drawn position.
type lurer struct {
	*search
	solved rules.Solved
	// draws says how hard a position is to hold after the look ahead; nil: nothing does, and a reply
	// that loses is as likely as any other.
	draws rules.HardDraws
}

// lure is how likely the side to move loses the drawn position, by a look of so many turns. It is
// smaller if the state has arisen before, and 0 if the game ends.
func (l *lurer) lure(turns int) float64 {
	if l.solved.Value().Sign != 0 || l.w.Result() != rules.Undecided {
		return 0
	}
	before := l.before(l.w.Hash())
	if before >= rules.Drawn-1 {
		return 0
	}
	if turns == 0 {
		h, _ := l.draws.Hardness()
		return h / float64(1+before)
	}
	lost, drawn, replies := 0.0, 0.0, 0.0
	for _, p := range l.w.Plies(nil) {
		l.w.Play(p)
		switch value := l.solved.Value(); {
		case value.Sign > 0 && l.draws != nil:
			lost += rules.Overlooked(value.Plies)
		case value.Sign > 0:
			lost++
		default:
			drawn += l.best(turns - 1)
			replies++
		}
		l.w.Back()
	}
	// The product is converted before it is added, so that all machines round it in the same way.
	return (lost + float64(rules.LaterError*drawn)) / ((lost + replies) * float64(1+before))
}

// best is the greatest lure after a ply of the side to move, by a look of so many turns.
func (l *lurer) best(turns int) (best float64) {
	if l.draws == nil || l.w.Result() != rules.Undecided || l.before(l.w.Hash()) >= rules.Drawn-1 {
		return 0
	}
	for _, p := range l.w.Plies(nil) {
		l.w.Play(p)
		best = max(best, l.lure(turns))
		l.w.Back()
	}
	return best
}
