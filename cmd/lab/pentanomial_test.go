package main

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

func TestElo(t *testing.T) {
	// Known values: 3 to 1 is 190.8 Elo.
	elo, low, high := Pentanomial{0, 0, 0, 100, 0}.Elo()
	assert.InDelta(t, 190.85, elo, 0.01)
	assert.InDelta(t, elo, low, 0.01, "each pair was alike")
	assert.InDelta(t, elo, high, 0.01)

	elo, low, high = Pentanomial{25, 0, 50, 0, 25}.Elo()
	assert.Zero(t, elo)
	// A pair's standard deviation is 0.3536; of 100 pairs 0.0354; times 1.96.
	assert.InDelta(t, 48.5, high, 0.1)
	assert.InDelta(t, -48.5, low, 0.1)

	elo, _, _ = Pentanomial{0, 0, 0, 0, 9}.Elo()
	assert.True(t, math.IsInf(elo, +1))
}

func TestLLR(t *testing.T) {
	even := Pentanomial{10, 200, 580, 200, 10}
	assert.InDelta(t, 0, even.LLR(-10, 10), 1e-9)
	assert.Less(t, even.LLR(0, 30), -SPRTBound)
	assert.Greater(t, even.LLR(-30, 0), SPRTBound)
	better := Pentanomial{5, 150, 580, 250, 15}
	assert.Greater(t, better.LLR(0, 10), SPRTBound)
	assert.False(t, math.IsNaN(Pentanomial{0, 0, 1, 0, 0}.LLR(0, 10)))

	// Pairs that were all won or lost are coins, whose ratio is known in closed form:
	// 60 times log(s1/s0) and 40 times log((1-s1)/(1-s0)).
	s1 := 1 / (1 + math.Pow(10, -50/400.))
	want := 60*math.Log(s1/0.5) + 40*math.Log((1-s1)/0.5)
	assert.InDelta(t, want, Pentanomial{40, 0, 0, 0, 60}.LLR(0, 50), 0.01)
	// Many pairs: the normal approximation, (s1-s0)(2m-s0-s1)N/2v.
	s1 = 1 / (1 + math.Pow(10, -5/400.))
	assert.InDelta(t, (s1-0.5)*(2*0.505-0.5-s1)*10000/(2*0.031225), Pentanomial{100, 2000, 5600, 2200, 100}.LLR(0, 5), 0.02)
	// Two pairs that were won say little.
	assert.Less(t, Pentanomial{0, 0, 0, 0, 2}.LLR(0, 30), 0.5)
}

// A search beats who plays at random, in the games that leave room for that; the same
// match again has the same result, in every game.
func TestPairs(t *testing.T) {
	strong := []string{"turro", "rooya", "roses", "tourrosa"}
	for _, g := range skiptest.EveryFourth(append(all.Games(), three.Game())) {
		m := Match{Game: g, A: engine.Contestant{Player: engine.PVS{}, Nodes: 300}, B: engine.Contestant{Player: engine.Random{}}, Opening: 4, Seed: 1}
		var sum int
		for n := range 3 {
			pair, err := m.Pair(t.Context(), n)
			require.NoError(t, err)
			again, err := m.Pair(t.Context(), n)
			require.NoError(t, err)
			require.Equal(t, pair, again)
			sum += pair.Halves
		}
		if slices.Contains(strong, g.Name) {
			assert.GreaterOrEqual(t, sum, 10, "%s: %d of 12 half points", g.Name, sum)
		}
	}
	require.Equal(t, "pvs:300", engine.Contestant{Player: engine.PVS{}, Nodes: 300}.String())

	random := engine.Contestant{Player: engine.Random{}}
	_, err := Match{Game: rulestest.Tug(), A: random, B: random, Opening: 99}.Pair(t.Context(), 0)
	require.ErrorContains(t, err, "over before its opening")
}
