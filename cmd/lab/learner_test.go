package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// However much is learned, the file of the weights can be read, and says the chances that were learned.
func TestLearnedWeightsAreReadAgain(t *testing.T) {
	const slope = 300
	l := newLearner(3, slope, 1)
	l.bias[0] = 2 * mostInput // as much as the file cannot say
	for range 200_000 {
		l.step([]uint16{0, 1}, 1, 1)
		l.step([]uint16{0, 2}, 0.25, 1)
	}
	w, err := rules.ParseWeights(l.weights().String(), 3)
	require.NoError(t, err)
	for _, patterns := range [][]uint16{{0, 1}, {0, 2}} {
		var active units
		require.InDelta(t, l.chance(patterns, &active), engine.Chance(w.Evaluate(patterns), slope), 0.02)
	}
	require.Greater(t, w.Evaluate([]uint16{0, 1}), 3*slope)
	require.InDelta(t, 0.25, engine.Chance(w.Evaluate([]uint16{0, 2}), slope), 0.05)
}
