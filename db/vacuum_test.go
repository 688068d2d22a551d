package db_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/turns"
)

// Who gives room back asks for the writer in turn, as everybody does: for that, and for the
// log after it.
func TestVacuumAsksForATurn(t *testing.T) {
	d := open(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
	had := 0
	d.Turns(func(_ context.Context, turn turns.Turn) {
		if !turn.Beside {
			had++
		}
	})
	require.NoError(t, d.Vacuum(t.Context()))
	require.Equal(t, 2, had)
}
