package engine

import (
	"cmp"
	"math"

	"turnpost/rules"
)

// Evaluation is the evaluation of a search. The zero value is the learned evaluation of the game if
// there is one, otherwise the hand-written one, otherwise random play.
type Evaluation struct {
	// Hand is for the hand-written evaluation in any case.
	Hand bool
	// Weights replaces the learned weights of the game's patterns; see rules.Patterned.
	Weights *rules.Weights
}

// evaluation returns the evaluation function of a walk.
func evaluation(w rules.SearchWalker, t Evaluation) func() int {
	if p, ok := w.(rules.Patterned); ok && !t.Hand {
		if weights := cmp.Or(t.Weights, p.Learned()); weights != nil {
			return learned(p, weights)
		}
	}
	if e, ok := w.(rules.Evaluator); ok {
		return func() int { return clamp(e.Evaluate(), mostScore) }
	}
	return general(w)
}

// mostScore is the greatest score of an evaluation.
const mostScore = 20000

// learned returns the evaluation by the patterns of a position.
func learned(p rules.Patterned, w *rules.Weights) func() int {
	if q, ok := p.(rules.PatternWeigher); ok {
		score := q.Weigh(w)
		return func() int { return clamp(score(), mostScore) }
	}
	patterns := make([]uint16, 0, 256)
	return func() int {
		patterns = p.Patterns(patterns[:0])
		return clamp(w.Evaluate(patterns), mostScore)
	}
}

// DefaultSlope is the slope of a game without one of its own, and that of MCTS.
const DefaultSlope = 250

// slopes are the measured slopes of games: see the package documentation.
var slopes = map[string]float64{"turro": 370, "rooya": 151, "tourrosa": 497}

// Slope is the score with which a side of a game wins e times as often as it loses.
func Slope(g rules.Game) float64 { return cmp.Or(slopes[g.Name], DefaultSlope) }

// Chance is how likely a side with a score wins, a draw counted as half a win. It is 0 or 1 if the
// score is Decided.
func Chance(score int, slope float64) float64 {
	switch {
	case score >= Decided:
		return 1
	case score <= -Decided:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/slope))
}

// In a game without an evaluation, each position is judged by some random games of limited length.
// Their positions do not count as nodes.
const (
	playouts      = 4
	playoutLength = 40
)

// general judges positions by the number of plies and the results of random games.
func general(w rules.SearchWalker) func() int {
	var plies []rules.PlyNumber
	return func() int {
		me := w.Turn()
		rng := newRand(w.Hash(), 0) // the same state always has the same value
		plies = w.Plies(plies[:0])
		sum := min(len(plies), 50)
		for range playouts {
			n := 0
			for ; n < playoutLength; n++ {
				if plies = w.Plies(plies[:0]); len(plies) == 0 {
					break
				}
				w.Play(plies[rng.IntN(len(plies))])
			}
			sum += sign(w.Result(), me) * 200
			for ; n > 0; n-- {
				w.Back()
			}
		}
		return sum
	}
}

func clamp(n, most int) int { return max(-most, min(n, most)) }
