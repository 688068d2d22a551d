package ride_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/ride"
)

// open opens a database of one table, with one connection.
func open(t *testing.T) *sql.DB {
	t.Helper()
	cfg, err := pgx.ParseConfig(dbtest.Postgres(t))
	require.NoError(t, err)
	d := ride.Open(*cfg)
	t.Cleanup(func() { d.Close() })
	d.SetMaxOpenConns(1)
	_, err = d.Exec(`CREATE TABLE ridden (n BIGINT PRIMARY KEY, move TEXT NOT NULL)`)
	require.NoError(t, err)
	return d
}

func begin(t *testing.T, d *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := d.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelSerializable})
	require.NoError(t, err)
	return tx
}

// add adds a ply.
func add(t *testing.T, ctx context.Context, tx *sql.Tx, n int) {
	t.Helper()
	_, err := tx.ExecContext(ctx, `INSERT INTO ridden VALUES ($1, $2)`, n, "a1")
	require.NoError(t, err)
}

func count(t *testing.T, d interface {
	QueryRow(string, ...any) *sql.Row
}) (n int) {
	t.Helper()
	require.NoError(t, d.QueryRow(`SELECT count(*) FROM ridden`).Scan(&n))
	return n
}

func TestWhatRidesCostsNoTrip(t *testing.T) {
	d := open(t)
	tx := begin(t, d)
	before := ride.Trips(d)
	later := ride.Later(t.Context())
	add(t, later, tx, 1)
	require.Zero(t, ride.Trips(d)-before)
	require.Equal(t, 1, count(t, tx), "a question comes after what rides with it")
	add(t, later, tx, 2)
	require.NoError(t, tx.Commit())
	require.EqualValues(t, 2, ride.Trips(d)-before, "the question and the commit")
	require.Equal(t, 2, count(t, d))

	before = ride.Trips(d)
	require.NoError(t, begin(t, d).Commit())
	require.NoError(t, begin(t, d).Rollback())
	tx = begin(t, d)
	add(t, later, tx, 3)
	require.NoError(t, tx.Rollback())
	require.Zero(t, ride.Trips(d)-before)
	require.Equal(t, 2, count(t, d))
	_, err := d.ExecContext(later, `DELETE FROM ridden`)
	require.NoError(t, err, "outside of a transaction nothing waits")
	require.Zero(t, count(t, d))
}

// A transaction of which a write fails that rode is never committed, and the connection
// is as good as before.
func TestAFailureOfWhatRides(t *testing.T) {
	d := open(t)
	for name, end := range map[string]func(*sql.Tx) error{
		"with a question": func(tx *sql.Tx) error { return tx.QueryRow(`SELECT 1`).Scan(new(int)) },
		"with a write":    func(tx *sql.Tx) error { _, err := tx.Exec(`DELETE FROM ridden`); return err },
		"with the commit": func(tx *sql.Tx) error { return tx.Commit() },
	} {
		tx := begin(t, d)
		add(t, ride.Later(t.Context()), tx, 1)
		add(t, ride.Later(t.Context()), tx, 1)
		require.ErrorContains(t, end(tx), "duplicate key", name)
		_ = tx.Rollback()
		require.Zero(t, count(t, d), name)
	}
	for name, end := range map[string]func(*sql.Tx) error{
		"with a question": func(tx *sql.Tx) error { return tx.QueryRow(`SELECT 1`).Scan(new(int)) },
		"with the commit": func(tx *sql.Tx) error { return tx.Commit() },
	} {
		tx := begin(t, d)
		add(t, t.Context(), tx, 1)
		_, err := tx.ExecContext(ride.One(t.Context()), `UPDATE ridden SET move = 'b2' WHERE n = 7`)
		require.NoError(t, err)
		require.ErrorIs(t, end(tx), ride.ErrOther, name)
		_ = tx.Rollback()
		require.Zero(t, count(t, d), name)
	}
	tx := begin(t, d)
	require.Error(t, tx.QueryRow(`SELECT nothing`).Scan(new(int)), "the beginning went with it")
	require.NoError(t, tx.Rollback())
	tx = begin(t, d)
	require.Equal(t, 0, count(t, tx))
	require.Error(t, tx.QueryRow(`SELECT 1 / 0`).Scan(new(int)))
	require.ErrorIs(t, tx.Commit(), pgx.ErrTxCommitRollback)
	tx = begin(t, d)
	add(t, ride.One(t.Context()), tx, 1)
	require.NoError(t, tx.Commit())
	require.Equal(t, 1, count(t, d))
}

// A question that brings others along is answered as one that goes alone.
func TestAnswersAreAlike(t *testing.T) {
	d := open(t)
	const query = `SELECT 1::int2, 2::int4, 3::int8, 1.5::float4, 2.5::float8, sum(n), true, 'x'::text, '\x01ff'::bytea, NULL::text, 7::oid, 'n'::name
		FROM (VALUES (1::int8), (2)) AS v (n)`
	read := func(tx *sql.Tx) []any {
		row := make([]any, 12)
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		require.NoError(t, tx.QueryRow(query).Scan(into...))
		return row
	}
	tx := begin(t, d)
	first := read(tx)
	require.Equal(t, read(tx), first)
	require.NoError(t, tx.Commit())
	tx = begin(t, d)
	rows, err := tx.Query(`SELECT n FROM generate_series(1, 3) AS n`)
	require.NoError(t, err)
	var all []int
	for rows.Next() {
		var n int
		require.NoError(t, rows.Scan(&n))
		all = append(all, n)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, []int{1, 2, 3}, all)
	rows, err = tx.QueryContext(t.Context(), `SELECT n FROM ridden`)
	require.NoError(t, err)
	require.False(t, rows.Next())
	require.NoError(t, rows.Close())
	stmt, err := tx.Prepare(`SELECT 1`)
	require.NoError(t, err)
	require.NoError(t, stmt.Close())
	require.NoError(t, tx.Commit())
}
