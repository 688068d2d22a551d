package db_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

var (
	key   = db.SealKey{ID: 3, Secret: []byte("a key of a test, of thirty-two o")}
	start = db.SealedGameStart{Game: 7, Rules: "turro", Pace: "3d+1d/7d", Rated: true, StartedAt: 1000}
	ply   = db.SealedPly{Game: 7, N: 1, Move: "a1", Message: 4, PlayedAt: 2000}
	state = db.SealedGame{Game: 7, Plies: 1, Undone: 2, Result: db.Undecided, Reason: "", EndedAt: 0, TurnAt: 2000, BlackLeft: 5, WhiteLeft: 6}
)

// What was sealed years ago has to verify still.
func TestTheFormOfSeals(t *testing.T) {
	s := key.Sealer()
	begun := s.Start(start)
	first := s.Ply(begun, ply)
	whole := s.Game(first, state)
	require.Equal(t, "0358a444efe576ae27", hex.EncodeToString(begun))
	require.Equal(t, "0345090e47372649ea", hex.EncodeToString(first))
	require.Equal(t, "0345090e47372649ea0374020eca727cb034cbc3d5d3821d7843", hex.EncodeToString(whole))
	require.Len(t, first, db.PlySealSize)
	require.Len(t, whole, db.GameSealSize)
	require.Equal(t, first, db.LastSeal(whole))
	require.EqualValues(t, 3, db.SealKeyOf(db.SealHead(whole)))
	require.Nil(t, db.LastSeal(nil))
	require.Nil(t, db.SealHead(first))
	require.Zero(t, db.SealKeyOf(nil))
}

// Nothing of what is sealed can be other without another seal.
func TestASealIsOfAllOfIt(t *testing.T) {
	s := key.Sealer()
	seen := map[string]bool{}
	add := func(b []byte) {
		t.Helper()
		require.False(t, seen[string(b)], "%x", b)
		seen[string(b)] = true
	}
	add(s.Start(start))
	for _, f := range []func(*db.SealedGameStart){
		func(g *db.SealedGameStart) { g.Game++ }, func(g *db.SealedGameStart) { g.Rules = "rooya" }, func(g *db.SealedGameStart) { g.Pace = "" },
		func(g *db.SealedGameStart) { g.Rated = false }, func(g *db.SealedGameStart) { g.StartedAt-- },
		func(g *db.SealedGameStart) { g.Rules, g.Pace = "turro3", "d+1d/7d" },
	} {
		other := start
		f(&other)
		add(s.Start(other))
	}
	before := s.Start(start)
	add(s.Ply(before, ply))
	add(s.Ply(nil, ply))
	for _, f := range []func(*db.SealedPly){
		func(p *db.SealedPly) { p.Game++ }, func(p *db.SealedPly) { p.N++ }, func(p *db.SealedPly) { p.Move = "a2" },
		func(p *db.SealedPly) { p.Message = 0 }, func(p *db.SealedPly) { p.PlayedAt++ },
	} {
		other := ply
		f(&other)
		add(s.Ply(before, other))
	}
	last := s.Ply(before, ply)
	add(db.SealHead(s.Game(last, state)))
	add(db.SealHead(s.Game(before, state)))
	for _, f := range []func(*db.SealedGame){
		func(g *db.SealedGame) { g.Game++ }, func(g *db.SealedGame) { g.Plies++ }, func(g *db.SealedGame) { g.Undone-- }, func(g *db.SealedGame) { g.Result = db.BlackWon },
		func(g *db.SealedGame) { g.Reason = "time" }, func(g *db.SealedGame) { g.EndedAt = 1 }, func(g *db.SealedGame) { g.TurnAt++ },
		func(g *db.SealedGame) { g.BlackLeft, g.WhiteLeft = g.WhiteLeft, g.BlackLeft },
	} {
		other := state
		f(&other)
		add(db.SealHead(s.Game(last, other)))
	}
	add(db.SealKey{ID: 3, Secret: []byte("another key")}.Sealer().Ply(before, ply))
}

func BenchmarkPly(b *testing.B) {
	s := key.Sealer()
	before := s.Start(start)
	for b.Loop() {
		before = s.Ply(before, ply)
	}
}
