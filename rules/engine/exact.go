package engine

import (
	"slices"

	"turnpost/rules"
)

// keeping lists the plies of a position of a solved game that keep its value: those that win as
// fast as possible, or draw, or lose as late as possible.
func keeping(p rules.Position) ([]rules.Move, error) {
	value := p.(rules.Solved).Value()
	var best []rules.Move
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		if keeps(value, next.(rules.Solved).Value()) {
			best = append(best, m)
		}
	}
	return best, nil
}

// keeps reports whether a ply between positions with two values keeps the value.
func keeps(before, after rules.Value) bool {
	return after.Sign == -before.Sign && (after.Sign == 0 || after.Plies == before.Plies-1)
}

// keepValue removes from the root the plies that do not keep the value of a solved position. Of
// those that draw, it keeps those with at least three fifths of the greatest lure: the search alone
// prefers plies that look good, which are often easy to answer.
func (s *search) keepValue() {
	solved, ok := s.w.(rules.Solved)
	if !ok {
		return
	}
	value, most := solved.Value(), 0.0
	lures := map[rules.Ply]float64{}
	for _, p := range s.root {
		s.w.Play(p)
		if keeps(value, solved.Value()) {
			lures[p] = s.lure(solved)
			most = max(most, lures[p])
		}
		s.w.Back()
	}
	if len(lures) == 0 {
		return
	}
	s.root = slices.DeleteFunc(s.root, func(p rules.Ply) bool {
		lure, keeps := lures[p]
		return !keeps || 5*lure < 3*most
	})
}

// lure is the share of the replies that lose. It is smaller if the state has arisen before, and 0
// if the game ends.
func (s *search) lure(solved rules.Solved) float64 {
	if solved.Value().Sign != 0 || s.w.Result() != rules.Undecided {
		return 0
	}
	before := s.before(s.w.Hash())
	if before >= rules.Drawn-1 {
		return 0
	}
	replies, lose := s.w.Plies(nil), 0
	for _, p := range replies {
		s.w.Play(p)
		if solved.Value().Sign > 0 {
			lose++
		}
		s.w.Back()
	}
	return float64(lose) / float64(len(replies)*(1+before))
}
