package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest"
)

// The same training learns the same, however many workers play, and other seeds learn
// something else.
func TestTrainingIsReproducible(t *testing.T) {
	for _, name := range []string{"turro", "rooya", "tourrosa"} {
		g, err := rules.Find(all.Games(), name)
		require.NoError(t, err)
		train := func(seed uint64, workers int) *rules.Weights {
			reports := 0
			weights, err := Training{Game: g, Rounds: 2, Games: 6, Nodes: 40, Seed: seed, Workers: workers}.
				Run(t.Context(), func(string, ...any) { reports++ })
			require.NoError(t, err)
			require.Equal(t, 2, reports)
			return weights
		}
		one := train(1, 1)
		kinds, err := PatternKinds(g)
		require.NoError(t, err)
		require.Len(t, one.Worths, kinds)
		require.Equal(t, one, train(1, 3))
		require.NotEqual(t, one, train(2, 1))

		// A player who judges by it is as legal as any.
		r := rules.NewRecord(g)
		for _, nodes := range []int{1, 2, 300} {
			thought, err := engine.PVS{Evaluation: engine.Evaluation{Weights: one}}.Think(t.Context(), r, engine.Budget{Nodes: nodes})
			require.NoError(t, err)
			require.Contains(t, r.Legal(), thought.Move)
		}
	}
	_, err := Training{Game: rulestest.Tug(), Rounds: 1, Games: 1, Nodes: 1}.Run(t.Context(), nil)
	require.ErrorIs(t, err, ErrNoPatterns)
}

// What ships with the games is better than what people wrote; the package doc has the
// figures of longer matches.
func TestWhatWasLearnedWins(t *testing.T) {
	g, err := rules.Find(all.Games(), "tourrosa")
	require.NoError(t, err)
	m := Match{
		Game: g, Opening: 8, Seed: 3,
		A: engine.Contestant{Player: engine.PVS{}, Nodes: 300},
		B: engine.Contestant{Player: engine.PVS{Evaluation: engine.Evaluation{Hand: true}}, Nodes: 300},
	}
	var p Pentanomial
	for n := range 20 {
		pair, err := m.Pair(t.Context(), n)
		require.NoError(t, err)
		p[pair.Halves]++
	}
	t.Log(p)
	require.Greater(t, p.Score(), 0.5)
}
