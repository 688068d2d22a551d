package engine

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// judged plays a game and judges it.
func judged(t *testing.T, name string, b Budget, plies ...rules.Move) (*rules.Record, []Judged) {
	t.Helper()
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for _, m := range plies {
		require.NoError(t, r.Play(m))
	}
	var list []Judged
	require.NoError(t, Judge(t.Context(), r, PVS{}, b, func(j Judged) { list = append(list, j) }))
	return r, list
}

func TestASolvedGameTurnsWhereItsValueDoes(t *testing.T) {
	r, list := judged(t, "roses", Budget{}, "c5", "e4", "d6", "f5", "d5", "f6")
	turned, err := Turning(t.Context(), r, PVS{}, Budget{}, list)
	require.NoError(t, err)
	require.Len(t, turned, 1)
	require.Equal(t, 6, turned[0].Ply)
	before, ok := turned[0].Before.Known()
	require.True(t, ok)
	require.Zero(t, before)
	after, _ := turned[0].After.Known()
	require.Equal(t, -1, after)
	value := r.At(5).(rules.Solved).Value()
	next, err := r.At(5).Play(turned[0].Best)
	require.NoError(t, err)
	require.Equal(t, -value.Sign, next.(rules.Solved).Value().Sign, "the better ply keeps it")
}

// The plies of a game that somebody plays at random give much away, and what is said of
// it is the same each time.
func TestASearchedGameTurns(t *testing.T) {
	g, err := rules.Find(all.Games(), "turro")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for n := 0; n < 60 && !r.Outcome().Over(); n++ {
		var p Player = PVS{}
		if r.Turn() == rules.White {
			p = Random{}
		}
		thought, err := p.Think(t.Context(), r, Budget{Nodes: 500, Seed: uint64(n)})
		require.NoError(t, err)
		require.NoError(t, r.Play(thought.Move))
	}
	b := Budget{Nodes: 500, Seed: 1}
	_, list := judged(t, "turro", b, r.Plies()...)
	require.Len(t, list, r.Len())
	turned, err := Turning(t.Context(), r, PVS{}, b, list)
	require.NoError(t, err)
	require.NotEmpty(t, turned)
	require.LessOrEqual(t, len(turned), 3)
	for i, j := range turned {
		require.GreaterOrEqual(t, j.Cost(), Worth)
		require.NotEqual(t, j.Played, j.Best)
		require.Equal(t, j.Played, r.Plies()[j.Ply-1])
		require.Contains(t, r.At(j.Ply-1).Legal(), j.Best)
		require.True(t, i == 0 || turned[i-1].Ply < j.Ply)
	}
	_, list = judged(t, "turro", b, r.Plies()...)
	again, err := Turning(t.Context(), r, PVS{}, b, list)
	require.NoError(t, err)
	require.Equal(t, turned, again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, Judge(ctx, r, PVS{}, b, func(Judged) {}), context.Canceled)
	_, err = Turning(ctx, r, PVS{}, b, list)
	require.ErrorIs(t, err, context.Canceled)
}

// The fit finds the slope by which results were made.
func TestFit(t *testing.T) {
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

	g, err := rules.Find(all.Games(), "tourrosa")
	require.NoError(t, err)
	m := Match{Game: g, A: Entrant{PVS{}, 200}, B: Entrant{Player: Level(3)}, Opening: 8, Seed: 1}
	f, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 10, f.Games)
	require.Positive(t, f.Slope)
	again, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, f, again)
}
