package engine

import "turnpost/rules"

// Terms is the evaluation of a search. The zero value is the learned evaluation of the game if
// there is one, otherwise the hand-written one, otherwise random play.
type Terms struct {
	// Hand is for the hand-written evaluation in any case.
	Hand bool
	// Worths replaces the learned worths of the game's patterns; see rules.Patterned.
	Worths []int16
}

// evaluation returns the evaluation function of a walk.
func evaluation(w rules.Walker, t Terms) func() int {
	if p, ok := w.(rules.Patterned); ok && !t.Hand {
		worths := t.Worths
		if worths == nil {
			worths = p.Learned()
		}
		if worths != nil {
			return learned(p, worths)
		}
	}
	if e, ok := w.(rules.Evaluator); ok {
		return func() int { return clamp(e.Evaluate(), mostScore) }
	}
	return general(w)
}

// mostScore is the greatest score of an evaluation.
const mostScore = 20000

// learned returns the sum of the worths of the patterns of a position.
func learned(p rules.Patterned, worths []int16) func() int {
	if q, ok := p.(rules.Weigher); ok {
		sum := q.Weigh(worths)
		return func() int { return clamp(sum(), mostScore) }
	}
	patterns := make([]uint16, 0, 256)
	return func() int {
		patterns = p.Patterns(patterns[:0])
		sum := 0
		for _, n := range patterns {
			sum += int(worths[n])
		}
		return clamp(sum, mostScore)
	}
}
