package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// What is balanced is undecided: of a solved game it is drawn, of another neither searcher
// sees a side that has won. The same match throws out as many, and without it all are kept.
func TestBalancedOpenings(t *testing.T) {
	thrown := map[string]int{}
	for _, name := range []string{"roses", "tourrosa"} {
		g, err := rules.Find(all.Games(), name)
		require.NoError(t, err)
		m := Match{Game: g, Opening: 10, Seed: 1, Balanced: 300}
		for n := range uint64(10) {
			r, out, err := m.opening(t.Context(), newRand(m.Seed, n))
			require.NoError(t, err)
			again, same, err := m.opening(t.Context(), newRand(m.Seed, n))
			require.NoError(t, err)
			require.Equal(t, r.Plies(), again.Plies())
			require.Equal(t, out, same)
			thrown[name] += out
			if p, ok := r.Position().(rules.Solved); ok {
				require.Zero(t, p.Value().Sign)
			}
			free := m
			free.Balanced = 0
			_, out, err = free.opening(t.Context(), newRand(m.Seed, n))
			require.NoError(t, err)
			require.Zero(t, out)
		}
		require.Positive(t, thrown[name], name)
	}
}
