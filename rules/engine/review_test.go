package engine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// judged plays a game and judges it.
func judged(t *testing.T, name string, b engine.Budget, result rules.Result, plies ...rules.Move) (*rules.Record, engine.Review) {
	t.Helper()
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for _, m := range plies {
		require.NoError(t, r.Play(m))
	}
	rv, err := engine.Judge(t.Context(), r, result, engine.PVS{}, b)
	require.NoError(t, err)
	return r, rv
}

func TestASolvedGameTurnsWhereItsValueDoes(t *testing.T) {
	r, rv := judged(t, "roses", engine.Budget{}, rules.Undecided, "c5", "e4", "d6", "f5", "d5", "f6")
	turned := rv.Turned
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

// thrownAway is a game that one side plays badly.
func thrownAway(t *testing.T) *rules.Record {
	t.Helper()
	g, err := rules.Find(all.Games(), "turro")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for n := 0; n < 60 && !r.Outcome().Over(); n++ {
		var p engine.Player = engine.PVS{}
		if r.Turn() == rules.White {
			p = engine.Level(3)
		}
		thought, err := p.Think(t.Context(), r, engine.Budget{Nodes: 500, Seed: uint64(n)})
		require.NoError(t, err)
		require.NoError(t, r.Play(thought.Move))
	}
	return r
}

// The turning points of such a game cost a lot, and are the same each time.
func TestASearchedGameTurns(t *testing.T) {
	r := thrownAway(t)
	b := engine.Budget{Nodes: 500, Seed: 1}
	_, rv := judged(t, "turro", b, r.Outcome().Result, r.Plies()...)
	require.Len(t, rv.Plies, r.Len())
	turned, err := rv.Told(func(engine.JudgedPly) (bool, error) { return false, nil })
	require.NoError(t, err)
	require.NotEmpty(t, turned)
	require.LessOrEqual(t, len(turned), 3)
	for i, j := range turned {
		require.GreaterOrEqual(t, j.Cost(), engine.TurningLoss)
		require.NotEqual(t, j.Played, j.Best)
		require.Equal(t, j.Played, r.Plies()[j.Ply-1])
		require.Contains(t, r.At(j.Ply-1).Legal(), j.Best)
		require.Equal(t, j, rv.Plies[j.Ply-1], "all plies are judged by the same looks")
		require.True(t, i == 0 || turned[i-1].Ply < j.Ply)
	}
	for i, j := range rv.Plies[1:] {
		if before := rv.Plies[i]; j.Played != j.Best && j.Side != before.Side {
			require.Equal(t, -before.After.Score, j.Before.Score, "ply %d", j.Ply)
		}
	}
	_, again := judged(t, "turro", b, r.Outcome().Result, r.Plies()...)
	require.Equal(t, rv, again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = engine.Judge(ctx, r, rules.Undecided, engine.PVS{}, b)
	require.ErrorIs(t, err, context.Canceled)
}

// The last plies have exact distances.
func TestWhatIsSaidOfTheLastPlies(t *testing.T) {
	r := thrownAway(t)
	_, rv := judged(t, "turro", engine.Budget{Nodes: 500, Seed: 1}, r.Outcome().Result, r.Plies()...)
	last := rv.Plies[r.Len()-3:]
	require.Equal(t, "loss 2", last[0].After.String())
	require.Equal(t, "win 2, win 1", last[1].Before.String()+", "+last[1].After.String(), "a turn of two plies")
	require.Equal(t, "win 1, won", last[2].Before.String()+", "+last[2].After.String())
}
