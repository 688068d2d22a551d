package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules/engine"
)

// list is a graph as a list of its plies.
type list [][]int32

func (g list) States() int                     { return len(g) }
func (g list) Plies(i int, to []int32) []int32 { return append(to, g[i]...) }

func TestValues(t *testing.T) {
	for _, c := range []struct {
		name string
		g    list
		want []uint16
	}{
		{"an end", list{{engine.EndWins}, {engine.EndDraws}}, []uint16{1, engine.ValueDrawn}},
		{"round and round", list{{1}, {0}}, []uint16{0, 0}},
		{"no way but to a won state", list{{engine.EndWins}, {0}, {1}}, []uint16{1, 2, 3}},
		{"the winner hurries", list{{engine.EndWins}, {0}, {1}, {2}, {1, 3}}, []uint16{1, 2, 3, 4, 3}},
		{"the loser delays", list{{engine.EndWins}, {0}, {1}, {0, 2}}, []uint16{1, 2, 3, 4}},
		{"a circle saves", list{{engine.EndWins}, {0, 2}, {1}}, []uint16{1, 0, 0}},
		{"a draw saves", list{{engine.EndWins}, {0, engine.EndDraws}}, []uint16{1, 0}},
		{"plies listed twice", list{{engine.EndWins}, {0, 0}, {1, 1}}, []uint16{1, 2, 3}},
	} {
		got, err := engine.Solve(c.g)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, c.name)
	}
	_, err := engine.Solve(list{{}})
	require.ErrorContains(t, err, "state 0 has 0 plies")
}

// In random graphs the values agree with a plain search for a win within n plies, for n from 1.
func TestValuesOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := make(list, 1+rng.IntN(40))
		for i := range g {
			for range 1 + rng.IntN(3) {
				g[i] = append(g[i], int32(rng.IntN(len(g)+2)-2))
			}
			if rng.IntN(4) > 0 && len(g) > 1 { // ends are few
				g[i] = []int32{int32(rng.IntN(len(g))), int32(rng.IntN(len(g)))}
			}
		}
		got, err := engine.Solve(g)
		require.NoError(t, err)
		want := make([]uint16, len(g))
		for n := uint16(1); int(n) <= len(g)+1; n++ {
			next := append([]uint16{}, want...)
			for i, list := range g {
				win, lost := false, true
				for _, to := range list {
					win = win || to == engine.EndWins || to >= 0 && want[to] > 0 && want[to]%2 == 0
					lost = lost && to >= 0 && want[to]%2 == 1
				}
				if want[i] == 0 && (win || lost) {
					next[i] = n
				}
			}
			want = next
		}
		require.Equal(t, want, got, "%v", g)
	}
}
