package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// An operator counts puzzles, and has them sought in games that are over.
func TestPuzzlesByCommand(t *testing.T) {
	h := atHall(t)
	h.begin("turro")
	require.Regexp(t, `turro +0 +0\n`, h.ok("puzzles"))
	require.Contains(t, h.ok("puzzles", "--json"), `{"game":"turro","shelf":0,"waiting":0}`)
	require.Regexp(t, `turro +0 +0\n`, h.ok("puzzles", "--find", "turro"), "it is under way")
	require.NoError(t, h.db.Update(context.Background(), func(tx *db.Tx) error {
		return tx.Rows(func(func(...any) error) error { return nil }, `UPDATE games SET result = 'black', reason = 'resigned', plies = 10, clock_due = 0 RETURNING id`)
	}))
	for range 2 {
		require.Regexp(t, `turro +0 +1\n`, h.ok("puzzles", "--find", "turro"), "once is enough")
	}
	got := run(t, "", "puzzles", "--find", "halma", "--db", h.path)
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.err, "there is no game called")
}
