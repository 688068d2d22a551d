package ride_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/ride"
)

// What rode with a statement that failed was not done: whatever is made of its error, the
// transaction is not committed.
func TestNothingIsCommittedWithoutWhatRode(t *testing.T) {
	d := open(t)
	for name, ask := range map[string]string{"on the way": `SELECT $1::int8`, "at the server": `SELECT nothing, $1`} {
		for _, first := range []bool{true, false} {
			tx := begin(t, d)
			if !first {
				add(t, t.Context(), tx, 1)
			}
			add(t, ride.Later(t.Context()), tx, 2)
			_, err := tx.Exec(ask, "no number")
			require.Error(t, err, name)
			require.Error(t, tx.Commit(), "%s %v", name, first)
			require.Zero(t, count(t, d), "%s %v", name, first)
		}
	}
	tx := begin(t, d)
	add(t, t.Context(), tx, 1)
	_, err := tx.ExecContext(ride.One(t.Context()), `UPDATE ridden SET move = 'b2' WHERE n = 7`)
	require.NoError(t, err)
	require.ErrorIs(t, tx.QueryRow(`SELECT 1`).Scan(new(int)), ride.ErrOther)
	require.ErrorIs(t, tx.Commit(), ride.ErrOther)
	require.Zero(t, count(t, d))
}
