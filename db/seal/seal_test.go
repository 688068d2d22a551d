package seal_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/seal"
)

var (
	key   = seal.Key{ID: 3, Secret: []byte("a key of a test, of thirty-two o")}
	start = seal.Start{Game: 7, Rules: "turro", Pace: "3d+1d/7d", Rated: true, StartedAt: 1000}
	ply   = seal.Ply{Game: 7, N: 1, Move: "a1", Letter: 4, PlayedAt: 2000}
	state = seal.State{Game: 7, Plies: 1, Undone: 2, Result: "none", Reason: "", EndedAt: 0, TurnAt: 2000, BlackLeft: 5, WhiteLeft: 6}
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
	require.Len(t, first, seal.PlySize)
	require.Len(t, whole, seal.GameSize)
	require.Equal(t, first, seal.Last(whole))
	require.EqualValues(t, 3, seal.KeyOf(seal.Head(whole)))
	require.Nil(t, seal.Last(nil))
	require.Nil(t, seal.Head(first))
	require.Zero(t, seal.KeyOf(nil))
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
	for _, f := range []func(*seal.Start){
		func(g *seal.Start) { g.Game++ }, func(g *seal.Start) { g.Rules = "rooya" }, func(g *seal.Start) { g.Pace = "" },
		func(g *seal.Start) { g.Rated = false }, func(g *seal.Start) { g.StartedAt-- },
		func(g *seal.Start) { g.Rules, g.Pace = "turro3", "d+1d/7d" },
	} {
		other := start
		f(&other)
		add(s.Start(other))
	}
	before := s.Start(start)
	add(s.Ply(before, ply))
	add(s.Ply(nil, ply))
	for _, f := range []func(*seal.Ply){
		func(p *seal.Ply) { p.Game++ }, func(p *seal.Ply) { p.N++ }, func(p *seal.Ply) { p.Move = "a2" },
		func(p *seal.Ply) { p.Letter = 0 }, func(p *seal.Ply) { p.PlayedAt++ },
	} {
		other := ply
		f(&other)
		add(s.Ply(before, other))
	}
	last := s.Ply(before, ply)
	add(seal.Head(s.Game(last, state)))
	add(seal.Head(s.Game(before, state)))
	for _, f := range []func(*seal.State){
		func(g *seal.State) { g.Game++ }, func(g *seal.State) { g.Plies++ }, func(g *seal.State) { g.Undone-- }, func(g *seal.State) { g.Result = "black" },
		func(g *seal.State) { g.Reason = "time" }, func(g *seal.State) { g.EndedAt = 1 }, func(g *seal.State) { g.TurnAt++ },
		func(g *seal.State) { g.BlackLeft, g.WhiteLeft = g.WhiteLeft, g.BlackLeft },
	} {
		other := state
		f(&other)
		add(seal.Head(s.Game(last, other)))
	}
	add(seal.Key{ID: 3, Secret: []byte("another key")}.Sealer().Ply(before, ply))
}

func BenchmarkPly(b *testing.B) {
	s := key.Sealer()
	before := s.Start(start)
	for b.Loop() {
		before = s.Ply(before, ply)
	}
}
