package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// A key that is rolled back with the transaction that made it seals nothing after it:
// another server may have made the first one meanwhile.
func TestAKeyThatIsRolledBack(t *testing.T) {
	ctx, no := context.Background(), errors.New("no")
	d := open(t, dbtest.File(t, "turnpost.db"))
	seals := func(tx *db.Tx) error {
		for range 2 { // as two plies do
			if _, err := tx.Sealer(); err != nil {
				return err
			}
		}
		return nil
	}
	require.ErrorIs(t, d.Update(ctx, func(tx *db.Tx) error { return errors.Join(seals(tx), no) }), no)
	require.Nil(t, d.SealKey())
	require.NoError(t, d.Update(ctx, seals))
	require.NoError(t, d.Update(ctx, seals))
	require.NotNil(t, d.SealKey())
}
