package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testPostMortems(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		_, _, _, err := tx.NextPostMortem(0)
		require.ErrorIs(t, err, db.ErrNotFound)
		_, _, _, g := livedIn(t, tx)
		require.NoError(t, tx.WantPostMortem(g.ID))
		require.NoError(t, tx.WantPostMortem(g.ID), "once is enough")
		next, failures, _, err := tx.NextPostMortem(0)
		require.NoError(t, err)
		require.Equal(t, g.ID, next)
		require.Zero(t, failures)

		require.NoError(t, tx.PutOffPostMortem(g.ID, tx.Now))
		_, failures, _, err = tx.NextPostMortem(0)
		require.NoError(t, err)
		require.Equal(t, 1, failures)
		require.NoError(t, tx.PutOffPostMortem(g.ID, tx.Now.Add(time.Hour)))
		_, _, _, err = tx.NextPostMortem(0)
		require.ErrorIs(t, err, db.ErrNotFound, "it is not due yet")

		require.NoError(t, tx.DonePostMortem(g.ID))
		require.ErrorIs(t, tx.DonePostMortem(g.ID), db.ErrNotFound, "it is told once")

		for _, want := range []bool{true, false} {
			for _, c := range []struct {
				rules     string
				positions [8]string
				stands    bool
			}{
				{g.Rules, [8]string{g.Position}, want},
				{g.Rules, [8]string{7: g.Position}, want},
				{g.Rules, [8]string{g.Position + "x"}, false},
				{g.Rules + "x", [8]string{g.Position}, false},
			} {
				stands, err := tx.OnBoard(c.rules, c.positions)
				require.NoError(t, err)
				require.Equal(t, c.stands, stands, c)
			}
			if want {
				require.NoError(t, tx.EndGame(g.ID, db.Drawn, "agreed"))
			}
		}
	})
}
