package engine

import (
	"cmp"
	"math"

	"turnpost/rules"
)

// DefaultSlope is the slope of a game without one of its own, and that of MCTS.
const DefaultSlope = 250

// slopes are the measured slopes of games: see the package documentation.
var slopes = map[string]float64{"turro": 675, "rooya": 151, "tourrosa": 353}

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
