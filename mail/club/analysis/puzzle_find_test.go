package analysis

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/puzzles"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/rules/roses"
	"turnpost/rules/tourrosa"
)

func noRest(time.Duration) {}

// played returns a game between two bots.
func played(t *testing.T, g rules.Game, level engine.Level, seed uint64, most int) *rules.Record {
	t.Helper()
	r := rules.NewRecord(g)
	for r.Turn() != rules.None && r.Len() < most {
		thought, err := level.Think(t.Context(), r, engine.Budget{Nodes: 100, Seed: seed*1000 + uint64(r.Len())})
		require.NoError(t, err)
		require.NoError(t, r.Play(thought.Move))
	}
	return r
}

// In a solved game, puzzles are exactly those positions of a game that the table says are.
func TestSharpIsExact(t *testing.T) {
	t.Parallel()
	found, games := 0, 12
	for seed := range uint64(games) {
		r := played(t, roses.Game(), 3, seed, 60)
		sharp := map[string]rules.Move{}
		for n := range r.Plies() {
			if keeps, ok := aloneByTable(t, r.At(n)); ok {
				sharp[r.At(n).String()] = keeps
			}
		}
		list, err := FindPuzzles(t.Context(), r, noRest)
		require.NoError(t, err)
		require.LessOrEqual(t, len(list), maxPuzzlesOfGame)
		require.Equal(t, len(sharp) > 0, len(list) > 0)
		if len(list) == 2 {
			require.NotEqual(t, list[0].Keeps, list[1].Keeps, "no two are alike")
		}
		found += len(list)
		for _, s := range list {
			require.Equal(t, sharp[s.Position], s.Keeps)
			p, err := r.Game().ParsePosition(s.Position)
			require.NoError(t, err)
			for i, m := range p.Legal() {
				next, err := p.Play(m)
				require.NoError(t, err)
				v := next.(rules.Solved).Value()
				require.Equal(t, m, s.Plies[i].Move)
				require.Equal(t, map[int]string{-1: win, 0: draw, 1: loss}[v.Sign], s.Plies[i].Worth)
				require.Equal(t, v.Plies, s.Plies[i].N)
				if m == s.Keeps {
					winsAlong(t, next, s.Plies[i])
				}
			}
		}
		again, err := FindPuzzles(t.Context(), r, noRest)
		require.NoError(t, err)
		require.Equal(t, list, again, "the same each time")
	}
	require.Positive(t, found)
}

// winsAlong checks that the line after a ply leads to the win by the shortest way.
func winsAlong(t *testing.T, p rules.Position, ply PuzzlePly) {
	require.Len(t, ply.Line, min(ply.N, mostLine))
	for i, m := range ply.Line {
		next, err := p.Play(m)
		require.NoError(t, err)
		p = next
		require.Equal(t, ply.N-i-1, p.(rules.Solved).Value().Plies)
	}
}

// aloneByTable returns the only ply that keeps a win of three to nine plies, by the table.
func aloneByTable(t *testing.T, p rules.Position) (keeps rules.Move, ok bool) {
	legal := p.Legal()
	value := p.(rules.Solved).Value()
	if len(legal) < leastLegal || value.Sign <= 0 || value.Plies < leastPlies || value.Plies > mostPlies {
		return "", false
	}
	for _, m := range legal {
		next, err := p.Play(m)
		require.NoError(t, err)
		if next.(rules.Solved).Value().Sign < 0 {
			if keeps != "" {
				return "", false
			}
			keeps = m
		}
	}
	return keeps, keeps != ""
}

// In other games, the win was seen to its end, and no other ply comes near.
func TestSharpWhereItIsSearched(t *testing.T) {
	t.Parallel()
	g := tourrosa.Game()
	p, err := g.ParsePosition("w1,w1,.,.,.,.,.,.,.,.,.,./.,.,b1,.,b4,.,.,.,.,.,.,./.,.,.,b1,.,.,.,.,.,.,b1,./b1,.,.,.,.,w2,.,.,.,.,.,. w 0")
	require.NoError(t, err)
	s, tried, err := look(t.Context(), g, p, &looking{judge: engine.PVS{}, rest: noRest})
	require.NoError(t, err)
	require.True(t, tried)
	require.NotNil(t, s)
	require.Equal(t, rules.Move("a12ci+"), s.Keeps)
	for _, ply := range s.Plies {
		require.Equal(t, ply.Move == s.Keeps, ply.Worth == win)
		require.False(t, ply.Worth == chance && ply.N > maxOtherChance, ply)
	}
	thoughts := 0
	start, tried, err := look(t.Context(), g, g.Start(), &looking{judge: engine.PVS{}, rest: func(time.Duration) { thoughts++ }})
	require.NoError(t, err)
	require.False(t, tried)
	require.Nil(t, start)
	require.Equal(t, 1, thoughts, "a glance is enough")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = FindPuzzles(ctx, played(t, g, 1, 1, 12), noRest)
	require.ErrorIs(t, err, context.Canceled)
}

// Stored puzzles can be read again, and what is no puzzle is refused.
func TestRead(t *testing.T) {
	t.Parallel()
	var s PuzzlePosition
	for seed := uint64(0); s.Position == ""; seed++ {
		list, err := FindPuzzles(t.Context(), played(t, roses.Game(), 3, seed, 60), noRest)
		require.NoError(t, err)
		if len(list) > 0 {
			s = list[0]
		}
	}
	kept := puzzles.Puzzle{Rules: "roses", Position: s.Position, Keeps: string(s.Keeps), After: s.After, Plies: write(s.Plies)}
	shown, err := ReadPuzzle(roses.Game(), kept)
	require.NoError(t, err)
	require.Equal(t, s.Plies, shown.Plies)
	require.NotEmpty(t, shown.Keeps.Line)
	require.Equal(t, s.Keeps, shown.Keeps.Move)
	require.True(t, shown.Exact)
	for name, change := range map[string]func(*puzzles.Puzzle){
		"another position": func(p *puzzles.Puzzle) { p.Position = p.After },
		"another line":     func(p *puzzles.Puzzle) { p.Plies = strings.ReplaceAll(p.Plies, " win ", " win 1 a1 ") },
		"no position":      func(p *puzzles.Puzzle) { p.Position = "x" },
		"another ply":      func(p *puzzles.Puzzle) { p.Keeps = "a1" },
		"after another":    func(p *puzzles.Puzzle) { p.After = p.Position },
		"a ply less":       func(p *puzzles.Puzzle) { _, p.Plies, _ = strings.Cut(p.Plies, "\n") },
		"two wins": func(p *puzzles.Puzzle) {
			p.Plies = strings.NewReplacer(" draw ", " win ", " loss ", " win ").Replace(p.Plies)
		},
		"no number": func(p *puzzles.Puzzle) { p.Plies = strings.ReplaceAll(p.Plies, " win ", " win x") },
	} {
		wrong := kept
		change(&wrong)
		_, err := ReadPuzzle(roses.Game(), wrong)
		require.Error(t, err, name)
	}
}
