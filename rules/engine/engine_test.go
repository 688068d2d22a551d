package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

// games are all games, and two that are walked through text.
func games() []rules.Game { return append(all.Games(), rulestest.Tug(), three.Game()) }

func players() []engine.Player {
	return []engine.Player{engine.PVS{}, engine.PVS{Blind: 900, Exact: true}, engine.PVS{Exact: true}, engine.PVS{Blind: 600}, engine.PVS{Choosy: true}, engine.PVS{Evaluation: engine.Evaluation{Hand: true}}, engine.MCTS{}, engine.Level(1), engine.Level(4), engine.Novice{}, engine.Random{}}
}

// The same game, budget and seed give the same thought.
func TestSameSeedSamePly(t *testing.T) {
	for _, g := range skiptest.EveryFourth(games()) {
		r := rules.NewRecord(g)
		for _, player := range players() {
			b := engine.Budget{Nodes: 3000, Seed: 7}
			first, err := player.Think(t.Context(), r, b)
			require.NoError(t, err)
			again, err := player.Think(t.Context(), r, b)
			require.NoError(t, err)
			require.Equal(t, first, again, "%s: %s", g.Name, player.Name())
		}
	}
}

// A search that is stopped returns the same as one limited to the depth of the last full iteration.
func TestCutOffReturnsTheLastFullIteration(t *testing.T) {
	for _, g := range skiptest.EveryFourth(all.Games()) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, p := range positions(t, g) {
			r := rules.NewRecordFrom(g, p)
			if r.Outcome().Over() || rng.IntN(3) > 0 {
				continue
			}
			b := engine.Budget{Nodes: 1 + rng.IntN(4000), Seed: rng.Uint64()}
			evaluation := engine.Evaluation{Hand: rng.IntN(2) == 0}
			choosy := rng.IntN(2) == 0
			cut, err := engine.PVS{TableBits: 12, Choosy: choosy, Evaluation: evaluation}.Think(t.Context(), r, b)
			require.NoError(t, err)
			if cut.Depth == 0 {
				continue
			}
			whole, err := engine.PVS{TableBits: 12, Choosy: choosy, Evaluation: evaluation, MostDepth: cut.Depth}.Think(t.Context(), r, engine.Budget{Nodes: 1 << 30, Seed: b.Seed})
			require.NoError(t, err)
			require.Equal(t, cut.Move, whole.Move, "%s", p)
			require.Equal(t, cut.Score, whole.Score, "%s", p)
			require.Equal(t, cut.Depth, whole.Depth, "%s", p)
		}
	}
}

// The highest level plays a solved game perfectly.
func TestTheHighestLevelIsPerfectWhereItCanBe(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	for _, p := range append(positions(t, g), randomRoses(t, g, 40)...) {
		r := rules.NewRecordFrom(g, p)
		if r.Outcome().Over() {
			continue
		}
		before := p.(rules.Solved).Value()
		got, err := engine.Faultless.Think(t.Context(), r, engine.Budget{Seed: 3})
		require.NoError(t, err)
		next, err := p.Play(got.Move)
		require.NoError(t, err)
		after := next.(rules.Solved).Value()
		require.Equal(t, -before.Sign, after.Sign, "%s: %s", p, got.Move)
		if before.Sign != 0 {
			require.Equal(t, before.Plies-1, after.Plies, "%s: %s", p, got.Move)
		}
	}
	_, err = engine.Level(10).Think(t.Context(), rules.NewRecord(g), engine.Budget{})
	require.ErrorContains(t, err, "there are 1 to 9")
}

// Among plies that draw the highest level plays one with at least three fifths of the greatest lure.
func TestTheHighestLevelTempts(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	// lure is the share of the plies of a drawn position that lose.
	lure := func(p rules.Position) float64 {
		if p.Outcome().Over() || p.(rules.Solved).Value().Sign != 0 {
			return 0
		}
		lose := 0
		for _, m := range p.Legal() {
			next, err := p.Play(m)
			require.NoError(t, err)
			if next.(rules.Solved).Value().Sign > 0 {
				lose++
			}
		}
		return float64(lose) / float64(len(p.Legal()))
	}
	tempting := 0
	for _, p := range randomRoses(t, g, 60) {
		if p.(rules.Solved).Value().Sign != 0 {
			continue
		}
		most := 0.0
		for _, m := range p.Legal() {
			next, err := p.Play(m)
			require.NoError(t, err)
			most = max(most, lure(next))
		}
		got, err := engine.Faultless.Think(t.Context(), rules.NewRecordFrom(g, p), engine.Budget{Seed: 3})
		require.NoError(t, err)
		next, err := p.Play(got.Move)
		require.NoError(t, err)
		require.GreaterOrEqual(t, 5*lure(next), 3*most, "%s: %s", p, got.Move)
		if most > 0 {
			tempting++
		}
	}
	require.NotZero(t, tempting)
}

// When the context is done, a player returns the best ply so far.
func TestADeadlineIsObeyed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, player := range players() {
		thought, err := player.Think(ctx, rules.NewRecord(all.Games()[0]), engine.Budget{Nodes: 1 << 40})
		require.NoError(t, err)
		assert.NotEmpty(t, thought.Move)
		assert.Less(t, thought.Nodes, 1<<20)
	}
}

// The search agrees with exact values: a position that it calls won is won, and it finds all short
// wins.
func TestScoresOfRosesAreTrue(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	seen := map[string]int{}
	for _, p := range append(positions(t, g), randomRoses(t, g, 60)...) {
		r := rules.NewRecordFrom(g, p)
		if r.Outcome().Over() {
			continue
		}
		want := p.(rules.Solved).Value()
		got, err := engine.PVS{}.Think(t.Context(), r, engine.Budget{Nodes: 20000})
		require.NoError(t, err)
		if n, ok := got.Plies(); ok {
			require.Equal(t, want.Sign, sign(got.Score), "%s: %+v", p, got)
			require.GreaterOrEqual(t, n, min(want.Plies, n), "%s: %+v", p, got)
			if want.Sign > 0 {
				require.GreaterOrEqual(t, n, want.Plies, "%s: no win is shorter", p)
			}
		}
		if want.Sign > 0 && want.Plies <= 3 {
			n, ok := got.Plies()
			require.True(t, ok, "%s: %s, but %+v", p, want, got)
			require.Equal(t, want.Plies, n, "%s", p)
		}
		solver, err := engine.MCTS{}.Think(t.Context(), r, engine.Budget{Nodes: 5000})
		require.NoError(t, err)
		if solver.Score == 20000 || solver.Score == -20000 {
			require.Equal(t, want.Sign, sign(solver.Score), "%s: %+v", p, solver)
			seen["mcts "+fmt.Sprint(want.Sign)]++
		}
		seen[fmt.Sprint(want.Sign, " ", sign(got.Score))]++
	}
	t.Log(seen)
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// randomRoses are positions of games of Roses played at random.
func randomRoses(t *testing.T, g rules.Game, n int) []rules.Position {
	rng := rand.New(rand.NewPCG(8, 9))
	var list []rules.Position
	for len(list) < n {
		r := rules.NewRecord(g)
		for k := 10 + rng.IntN(40); k > 0 && !r.Outcome().Over(); k-- {
			legal := r.Legal()
			require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
		}
		if !r.Outcome().Over() {
			list = append(list, r.Position())
		}
	}
	return list
}

// The search sees that a state which arises for the third time is a draw, whatever its evaluation.
func TestRepetitionIsADraw(t *testing.T) {
	for _, c := range []struct{ plies, want string }{
		{"r l r", "l"}, // the start for the third time, or Black has won
		{"r l", "r"},   // White will go back to it, or else Black wins
	} {
		r := rules.NewRecord(rulestest.Tug())
		for _, m := range strings.Fields(c.plies) {
			require.NoError(t, r.Play(rules.Move(m)))
		}
		for seed := range uint64(4) {
			got, err := engine.PVS{}.Think(t.Context(), r, engine.Budget{Nodes: 1000, Seed: seed})
			require.NoError(t, err)
			require.Equal(t, rules.Move(c.want), got.Move, c.plies)
			require.Zero(t, got.Score, c.plies)
			got, err = engine.MCTS{}.Think(t.Context(), r, engine.Budget{Nodes: 1000, Seed: seed})
			require.NoError(t, err)
			require.Equal(t, rules.Move(c.want), got.Move, c.plies)
		}
	}
}
