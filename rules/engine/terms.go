package engine

import "turnpost/rules"

// Terms are by what a search judges positions: the zero value by what was learned of the
// game, where something was, else by what the game's people wrote, else by playing on at
// random.
type Terms struct {
	// Hand judges by what people wrote, whatever was learned.
	Hand bool
	// Worths are those of the game's patterns in the place of the game's own; see
	// rules.Patterned.
	Worths []int16
}

// evaluation is how positions of a walk are judged.
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

// mostScore is the most that an evaluation says, either way.
const mostScore = 20000

// learned adds up what the patterns of a position are worth.
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
