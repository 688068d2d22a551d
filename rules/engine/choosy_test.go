package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// What a choosy search leaves out never makes a win or a loss of it that is none: minimax of as many plies as
// such a score says finds it as well.
func TestChoosySearchDecidesNothingWrongly(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"turro", "tourrosa"} {
		g, err := rules.Find(all.Games(), name)
		require.NoError(t, err)
		won, lost := 0, 0
		for seed := range uint64(250) {
			r, rng := rules.NewRecord(g), rand.New(rand.NewPCG(seed, 1))
			for range 10 + seed%30 {
				if legal := r.Legal(); len(legal) > 0 {
					require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
				}
			}
			if r.Outcome().Over() {
				continue
			}
			thought, err := engine.PVS{Choosy: true, TableBits: 14}.
				Think(t.Context(), r, engine.Budget{Nodes: 20_000, Seed: seed})
			require.NoError(t, err)
			n, ok := thought.Plies()
			if !ok || n > 4 {
				continue
			}
			exact, err := engine.Plain(engine.PVS{MostDepth: n, TableBits: 16}).
				Think(t.Context(), r, engine.Budget{Nodes: 20_000_000, Seed: seed})
			require.NoError(t, err)
			require.Equal(t, sign(thought.Score), sign(exact.Score), "%s: %d and %d", r.Position(), thought.Score, exact.Score)
			_, ok = exact.Plies()
			require.True(t, ok, "%s: %d and %d", r.Position(), thought.Score, exact.Score)
			if thought.Score > 0 {
				won++
			} else {
				lost++
			}
		}
		t.Log(name, won, lost)
		require.Greater(t, won, 20)
		require.Greater(t, lost, 2)
	}
}

// A search needs no memory for the positions that it reaches, beyond its table.
func TestSearchAllocatesNothingForAPosition(t *testing.T) {
	for _, name := range []string{"turro", "tourrosa", "rooya", "roses"} {
		g, err := rules.Find(all.Games(), name)
		require.NoError(t, err)
		r := rules.NewRecord(g)
		think := func(nodes int) float64 {
			return testing.AllocsPerRun(1, func() {
				_, err := engine.PVS{Choosy: true, TableBits: 12}.Think(t.Context(), r, engine.Budget{Nodes: nodes})
				require.NoError(t, err)
			})
		}
		few, many := think(20_000), think(200_000)
		require.Less(t, many-few, 200.0, "%s: %v and %v allocations", name, few, many)
	}
}

// Where all plies draw, the highest level plays the one that is hardest to hold.
func TestMasterPlaysTheHardestDraw(t *testing.T) {
	t.Parallel()
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	better := 0
	for seed := range uint64(60) {
		r, rng := rules.NewRecord(g), rand.New(rand.NewPCG(seed, 2))
		for range 12 + seed%20 {
			if legal := r.Legal(); len(legal) > 0 {
				require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
			}
		}
		if r.Outcome().Over() || r.Position().(rules.Solved).Value().Sign != 0 {
			continue
		}
		hardness := func(m rules.Move) float64 {
			p, err := r.Position().Play(m)
			require.NoError(t, err)
			h, known := p.(rules.Walkable).Walk().(rules.HardDraws).Hardness()
			if !known {
				return -1 // not a draw, or another phase
			}
			return h
		}
		hardest := -1.0
		for _, m := range r.Legal() {
			hardest = max(hardest, hardness(m))
		}
		if hardest < 0 {
			continue
		}
		play := func(l engine.Level) float64 {
			thought, err := l.Think(t.Context(), r, engine.Budget{Seed: seed})
			require.NoError(t, err)
			return hardness(thought.Move)
		}
		require.InDelta(t, hardest, play(engine.Master), 1e-9, "%s", r.Position())
		if play(engine.Faultless) < hardest {
			better++
		}
	}
	require.Greater(t, better, 5, "level 8 plays easier draws")
}
