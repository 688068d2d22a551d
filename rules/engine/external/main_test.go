package external

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// The external engines, by Debian's paths.
const (
	stockfish      = "/usr/games/stockfish"
	fairyStockfish = "/usr/games/fairy-stockfish"
	gnugo          = "/usr/games/gnugo --mode gtp --chinese-rules --allow-all-suicide --positional-superko"
)

func game(t *testing.T, name string) rules.Game {
	t.Helper()
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	return g
}

// open returns an engine, and its log.
func open(t *testing.T, g rules.Game, command string) (*Engine, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	e, err := New(g, command, slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	e.Nice, e.Patience = 0, 2*time.Minute
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e, &log
}

// programs are the engines of all games that others play.
var programs = map[string]string{"chess": stockfish, "breakthrough": fairyStockfish, "go9": gnugo, "go13": gnugo}

// Each level of each game plays legal plies, from the start and later, without a failure.
func TestLevels(t *testing.T) {
	for name, command := range programs {
		t.Run(name, func(t *testing.T) {
			skiptest.Without(t, command)
			g := game(t, name)
			e, log := open(t, g, command)
			r := rules.NewRecord(g)
			for _, l := range []engine.Level{1, 2, 4} {
				th, err := e.think(t.Context(), r, l, engine.Budget{Nodes: 1, Seed: 7})
				require.NoError(t, err)
				require.NoError(t, r.Play(th.Move))
			}
			require.NotContains(t, log.String(), "WARN")
		})
	}
}

// GNU Go continues games with suicide, if it is started so.
func TestSuicide(t *testing.T) {
	skiptest.Without(t, gnugo)
	g := game(t, "go9")
	e, log := open(t, g, gnugo)
	r := rules.NewRecord(g)
	for _, m := range strings.Fields("a3 a2 b2 e5 b1 a1 a2 c3") {
		require.NoError(t, r.Play(rules.Move(m)))
	}
	_, err := e.think(t.Context(), r, 1, engine.Budget{Nodes: 1, Seed: 7})
	require.NoError(t, err)
	require.NotContains(t, log.String(), "WARN")
}

// A game may begin from another position, with other terms.
func TestOtherStarts(t *testing.T) {
	for _, c := range []struct{ game, start, want string }{
		{"chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1-e8"},
		{"breakthrough", "--------/-b------/--------/--------/--------/--------/-----w--/-------- b", "b7-"},
		{"go9", "black:e4+d5+f5,white:e5+a9,komi:0.5", "e6"},
		{"go13", "black:k4+k10+d4,white:first,komi:0.5", ""},
	} {
		skiptest.Without(t, programs[c.game])
		g := game(t, c.game)
		e, log := open(t, g, programs[c.game])
		p, err := g.ParsePosition(c.start)
		require.NoError(t, err)
		th, err := e.think(t.Context(), rules.NewRecordFrom(g, p), 4, engine.Budget{Nodes: 1, Seed: 7})
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(th.Move), c.want), th.Move)
		require.NotContains(t, log.String(), "WARN")
	}
}
