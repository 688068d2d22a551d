package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// opening is the number of the advisory lock of the program that upgrades the schema. No
// other program on the same database may use it.
const opening = 0x7475726e706f7374 // "turnpost"

// patience is how long a program that wants to save the database first waits for the lock:
// long enough for another one to check the schema, but not for it to save the database.
const patience = "1s"

// ForwardAlone is Forward for the database of a server, which several programs may open at
// once. One of them brings the schema forward; the others wait and find it done. With a
// before, it waits only for a moment and then returns a transient error
// (lock_not_available), so that the caller can report it and try again. Daemons of the
// older schema must not run; ahead is the longest lease. It uses one connection of conn.
// Close conn afterwards, which frees the lock.
func (s EngineSchema) ForwardAlone(ctx context.Context, conn *sql.DB, ahead time.Duration,
	before BeforeMigrating) error {
	// One session has the lock and makes the changes. If the program is killed during a
	// change, the server frees the lock after it has finished the statement.
	conn.SetMaxOpenConns(1)
	lock := func() error {
		if err := lockOpening(ctx, conn, before != nil); err != nil {
			return fmt.Errorf("waiting for another turnpost that is opening it: %w", err)
		}
		return s.NotServed(ctx, conn, ahead)
	}
	if err := lock(); err != nil {
		return err
	}
	if before == nil {
		return s.Forward(ctx, conn, nil)
	}
	return s.Forward(ctx, conn, func(ctx context.Context, have int64) error {
		if err := before(ctx, have); err != nil {
			return err
		}
		return lock() // a pooler may have changed the session while it was idle
	})
}

// lockOpening takes the lock for the session; briefly: it waits only for patience.
func lockOpening(ctx context.Context, conn *sql.DB, briefly bool) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // the lock of a session survives it
	if briefly {
		if _, err := tx.ExecContext(ctx, `SET LOCAL lock_timeout = '`+patience+`'`); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(opening)); err != nil {
		return err
	}
	return tx.Commit()
}

// NotServed returns an error while daemons that know only the older schema work on the
// database, because it must not be changed under them. A SQLite file has one daemon, and
// its file lock has the same effect. ahead is the longest lease.
func (s EngineSchema) NotServed(ctx context.Context, conn *sql.DB, ahead time.Duration) error {
	known, err := s.Known(conn)
	if err != nil {
		return err
	}
	const daemons = 5 // the first schema with a table of daemons
	have, err := s.Version(ctx, conn)
	if err != nil || have < daemons || have >= known {
		return err
	}
	now := time.Now()
	var n int
	if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM daemons WHERE lease_until > $1 AND lease_until <= $2`,
		now.UnixMilli(), now.Add(ahead).UnixMilli()).Scan(&n); err != nil || n == 0 {
		return err
	}
	return fmt.Errorf(
		"its schema is version %d, this turnpost's is %d, and %d servers of the older version run on it; stop them "+
			"first (one that was killed counts for some seconds)", have, known, n)
}
