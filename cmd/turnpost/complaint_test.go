package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db/dbtest"
)

// A file that is cut off is met when it is opened or later, and each command says the same.
func TestDamagedFilesAreToldWhatToDo(t *testing.T) {
	t.Parallel()
	h := newHall(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	h.play(h.begin("tug"), 2)
	require.NoError(t, h.db.Close())
	whole, err := os.ReadFile(h.path)
	require.NoError(t, err)
	for _, size := range []int{4096, len(whole) / 2 / 4096 * 4096} {
		file := filepath.Join(dbtest.Dir(t), "cut.db")
		require.NoError(t, os.WriteFile(file, whole[:size], 0o600))
		for _, command := range []string{"verify", "games", "stats"} {
			got := run(t, "", command, "--db", file)
			require.Equal(t, cli.ExitDatabase, got.status, "%s: %s", command, got.err)
			require.Contains(t, got.err, "turnpost: "+damageAdvice+"\n", command)
		}
	}
}
