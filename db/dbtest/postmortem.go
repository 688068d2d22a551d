package dbtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testPostMortems(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) {
		_, _, err := tx.NextPostMortem()
		require.ErrorIs(t, err, db.ErrNotFound)
		_, _, _, g := livedIn(t, tx)
		require.NoError(t, tx.WantPostMortem(g.ID))
		require.NoError(t, tx.WantPostMortem(g.ID), "once is enough")
		next, failures, err := tx.NextPostMortem()
		require.NoError(t, err)
		require.Equal(t, g.ID, next)
		require.Zero(t, failures)

		require.NoError(t, tx.PutOffPostMortem(g.ID, tx.Now))
		_, failures, err = tx.NextPostMortem()
		require.NoError(t, err)
		require.Equal(t, 1, failures)
		require.NoError(t, tx.PutOffPostMortem(g.ID, tx.Now.Add(time.Hour)))
		_, _, err = tx.NextPostMortem()
		require.ErrorIs(t, err, db.ErrNotFound, "it is not due yet")

		require.NoError(t, tx.DonePostMortem(g.ID))
		require.ErrorIs(t, tx.DonePostMortem(g.ID), db.ErrNotFound, "it is told once")

		for _, want := range []bool{true, false} {
			for _, other := range []string{"", "x"} {
				stands, err := tx.OnBoard(g.Rules+other, g.Position)
				require.NoError(t, err)
				require.Equal(t, want && other == "", stands)
				stands, err = tx.OnBoard(g.Rules, g.Position+"x")
				require.NoError(t, err)
				require.False(t, stands)
			}
			if want {
				require.NoError(t, tx.EndGame(g.ID, "draw", "agreed"))
			}
		}
	})
}
