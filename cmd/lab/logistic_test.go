package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// The fit finds the slope by which results were made.
func TestLogisticFit(t *testing.T) {
	for _, slope := range []float64{80, 300, 1200} {
		var list []sample
		for score := -2000.0; score <= 2000; score += 10 {
			list = append(list, sample{score, 1 / (1 + math.Exp(-score/slope))})
		}
		got, err := fit(list)
		require.NoError(t, err)
		require.InDelta(t, slope, got, slope/100)
	}
	_, err := fit(nil)
	require.Error(t, err)
	_, err = fit([]sample{{100, 0.5}, {-100, 0.5}})
	require.Error(t, err, "what is always drawn says nothing")
}

// A fit is the same every time.
func TestFitOfAMatch(t *testing.T) {
	g, err := rules.Find(all.Games(), "tourrosa")
	require.NoError(t, err)
	m := Match{Game: g, A: engine.Contestant{Player: engine.PVS{}, Nodes: 200}, B: engine.Contestant{Player: engine.Level(3)}, Opening: 8, Seed: 1}
	f, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 10, f.Games)
	require.Positive(t, f.Slope)
	again, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, f, again)
}
