package external

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// A process of our own engine thinks as the engine in this process does, also about a game that
// did not begin as usual, and about one after another.
func TestOwn(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	var log bytes.Buffer
	e := NewOwn([]string{self, "own"}, slog.New(slog.NewTextHandler(&log, nil)))
	e.Nice = 0
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	for _, g := range all.Games() {
		if g.Name == "go9" {
			g, err = g.Agree("handicap 2")
			require.NoError(t, err)
		}
		r := rules.NewRecord(g)
		for range 3 {
			require.NoError(t, r.Play(r.Legal()[0]))
		}
		b := engine.Budget{Nodes: 1, Seed: 1 << 63}
		want, err := engine.Level(7).Think(t.Context(), r, b)
		require.NoError(t, err)
		got, err := e.think(t.Context(), r, 7, b)
		require.NoError(t, err, g.Name)
		require.Equal(t, want, got, g.Name)

		b.Nodes = 700
		want, err = engine.PVS{}.Think(t.Context(), r, b)
		require.NoError(t, err)
		got, err = e.Judge().Think(t.Context(), r, b)
		require.NoError(t, err, g.Name)
		require.Equal(t, want, got, g.Name)
	}
	require.Empty(t, log.String())
}

func TestOwnRefuses(t *testing.T) {
	var out bytes.Buffer
	asked := `{"game":"draughts","plies":["a1-b2"]}
not JSON
{"game":"bridge"}
{"game":"turro","start":"nothing"}
{"game":"turro","level":99}
`
	require.NoError(t, ServeOwn(t.Context(), all.Games(), strings.NewReader(asked), &out))
	answers := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, answers, 5)
	for i, a := range answers {
		require.Contains(t, a, `"error":"`, "answer %d", i)
	}
}
