package ride_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/ride"
)

// ask asks which move has a number.
func ask(ctx context.Context, tx *sql.Tx, n int) (move string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT move FROM ridden WHERE n = $1`, n).Scan(&move)
	return move, err
}

func TestQuestionsGoTogether(t *testing.T) {
	d := open(t)
	tx := begin(t, d)
	for n := range 5 {
		add(t, t.Context(), tx, n)
	}
	require.NoError(t, tx.Commit())

	before := ride.Trips(d)
	tx = begin(t, d)
	ahead := ride.Ahead(t.Context())
	for n := range 9 {
		_, err := ask(ahead, tx, n)
		require.ErrorIs(t, err, ride.ErrNoted)
	}
	for _, n := range []int{3, 1, 4, 2} {
		move, err := ask(t.Context(), tx, n)
		require.NoError(t, err)
		require.Equal(t, "a1", move)
	}
	_, err := ask(t.Context(), tx, 7)
	require.ErrorIs(t, err, sql.ErrNoRows)
	require.EqualValues(t, 1, ride.Trips(d)-before)
	_, err = tx.Exec(`UPDATE ridden SET move = 'b2' WHERE n = 0`)
	require.NoError(t, err)
	move, err := ask(t.Context(), tx, 0)
	require.NoError(t, err)
	require.Equal(t, "b2", move, "what is written after an answer is known")
	_, err = ask(ahead, tx, 3)
	require.ErrorIs(t, err, ride.ErrNoted)
	require.NoError(t, tx.Commit(), "nobody wants to know")
	require.Equal(t, 5, count(t, d))

	tx = begin(t, d)
	_, err = ask(ahead, tx, 1)
	require.ErrorIs(t, err, ride.ErrNoted)
	require.ErrorIs(t, tx.QueryRowContext(ahead, `SELECT 1 / 0`).Scan(new(int)), ride.ErrNoted)
	_, err = ask(t.Context(), tx, 1)
	require.ErrorContains(t, err, "division by zero")
	before = ride.Trips(d)
	for range 20 {
		_, err = ask(t.Context(), tx, 1)
		require.ErrorIs(t, err, ride.ErrLost)
		_, err = tx.Exec(`DELETE FROM ridden`)
		require.ErrorIs(t, err, ride.ErrLost)
	}
	require.Zero(t, ride.Trips(d)-before, "the server would refuse each")
	require.Error(t, tx.Commit())
	require.Equal(t, 5, count(t, d), "and the connection is as good as before")
}

func TestAWholeTransactionIsOneTrip(t *testing.T) {
	d := open(t)
	whole := func() *sql.Tx {
		tx, err := d.BeginTx(ride.Whole(t.Context()), &sql.TxOptions{Isolation: sql.LevelReadCommitted})
		require.NoError(t, err)
		return tx
	}
	before := ride.Trips(d)
	tx := whole()
	var n int
	require.NoError(t, tx.QueryRow(`INSERT INTO ridden VALUES (1, 'a1') RETURNING n`).Scan(&n))
	require.Equal(t, 1, n)
	_, err := ask(t.Context(), tx, 1)
	require.ErrorIs(t, err, ride.ErrOver)
	_, err = tx.Exec(`DELETE FROM ridden`)
	require.ErrorIs(t, err, ride.ErrOver)
	require.NoError(t, tx.Commit())
	require.EqualValues(t, 1, ride.Trips(d)-before)
	require.Equal(t, 1, count(t, d))

	tx = whole()
	_, err = tx.Exec(`INSERT INTO ridden VALUES (2, 'a1')`)
	require.NoError(t, err)
	require.NoError(t, tx.Rollback(), "it is committed")
	require.Equal(t, 2, count(t, d))

	tx = whole()
	require.ErrorContains(t, tx.QueryRow(`INSERT INTO ridden VALUES (2, 'a1') RETURNING n`).Scan(&n), "duplicate key")
	require.Error(t, tx.Commit())
	require.Equal(t, 2, count(t, d), "and the connection is as good as before")

	tx = whole()
	add(t, ride.One(t.Context()), tx, 3)
	_, err = tx.ExecContext(ride.One(t.Context()), `UPDATE ridden SET move = 'b2' WHERE n = 7`)
	require.NoError(t, err)
	require.ErrorIs(t, tx.QueryRow(`SELECT 1`).Scan(&n), ride.ErrOther)
	require.ErrorIs(t, tx.Commit(), ride.ErrOther)
	require.Equal(t, 2, count(t, d), "a write that changes no row is not committed")

	before = ride.Trips(d)
	tx = whole()
	ahead := ride.Ahead(t.Context())
	_, err = ask(ahead, tx, 1)
	require.ErrorIs(t, err, ride.ErrNoted)
	_, err = ask(ahead, tx, 2)
	require.ErrorIs(t, err, ride.ErrNoted)
	move, err := ask(t.Context(), tx, 2)
	require.NoError(t, err)
	require.Equal(t, "a1", move)
	_, err = ask(t.Context(), tx, 1)
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
	require.EqualValues(t, 1, ride.Trips(d)-before)
}
