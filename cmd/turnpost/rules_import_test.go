package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

func TestImport(t *testing.T) {
	text := "Turnpost record 1\nGame: tug\nBlack: Ada\nStarted: 2026-11-20T09:02:00Z\nResult: black\nReason: resigned\n\n  1. black  2026-11-20T09:03:00Z  r\n"
	want := result{exit.OK, `Tug of war: Ada (black) - ? (white), 20 November 2026, 1 plies

a b c d e
------*--

position: 3 w
turn:     white
outcome:  none
ended:    black resigned
`, ""}
	require.Equal(t, want, run(t, text, "rules", "import"))
	file := filepath.Join(t.TempDir(), "game.txt")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	require.Equal(t, want, run(t, "", "rules", "import", file))
	require.Equal(t, result{exit.OK, "tug r\n", ""}, run(t, text, "rules", "import", "-", "--line"))
	require.Equal(t, result{exit.Failed, "", "turnpost: " + rules.ErrNoTranscript.Error() + "\n"}, run(t, "hello", "rules", "import"))
	require.Equal(t, exit.Failed, run(t, "", "rules", "import", file+".no").status)
}

// A game of each rules is written, imported, and replayed to the same end.
func TestImportReplaysEveryGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, g := range games() {
		for range 3 {
			_, plies := randomGame(t, rng, g, false)
			r := rules.NewRecord(g)
			var out rules.Transcript
			for _, p := range plies {
				require.NoError(t, r.Play(rules.Move(p)))
				out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p)})
			}
			out.Game, out.Result, out.Reason = g.Name, r.Outcome().Result, r.Outcome().Reason
			text := out.String(games())
			got := run(t, text, "rules", "import")
			require.Equal(t, exit.OK, got.status, got.err)
			require.Contains(t, got.out, "position: "+r.Position().String()+"\n")
			line := run(t, text, "rules", "import", "--line")
			require.Equal(t, exit.OK, run(t, line.out, "rules", "replay").status)
		}
	}
}
