package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// opening is the advisory lock of the program that upgrades the schema: any number that
// no other program on the same database uses.
const opening = 0x7475726e706f7374 // "turnpost"

// patience is how long one who has something to do before a change waits for another who
// has the lock: as long as looking at the schema takes, and not as long as saving does.
const patience = "1s"

// ForwardAlone is Forward of a server's database, which several programs may open at once:
// one of them brings it forward, and the others wait and find it done; who gives a before
// waits for a moment, and gets a transient error (lock_not_available), so that it can tell
// of it and try again. Daemons of the older schema must not run on it; ahead is
// the longest lease. It uses one connection of conn, which is to be closed afterwards, and
// with it the lock.
func (s Schema) ForwardAlone(ctx context.Context, conn *sql.DB, ahead time.Duration, before Before) error {
	// One session has the lock and makes the changes. The session of a program that was
	// killed during a change ends, and frees the lock, when the server has finished it.
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
		return lock() // a session that has been idle for long may be another one by now
	})
}

// lockOpening waits for the lock, which the session has from then on, or only for a moment.
func lockOpening(ctx context.Context, conn *sql.DB, briefly bool) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // that of a lock of the session changes nothing
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

// NotServed returns an error when daemons that know only the older schema of the
// database work on it: it must not be brought forward under them. On SQLite a file
// has one daemon, and the lock that it takes sees to this. ahead is the longest lease.
func (s Schema) NotServed(ctx context.Context, conn *sql.DB, ahead time.Duration) error {
	known, err := s.Known(conn)
	if err != nil {
		return err
	}
	const daemons = 5 // the schema in which daemons are noted first
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
		"its schema is version %d, this turnpost's is %d, and %d servers of the older version run on it; stop them first (one that was killed counts for some seconds)", have, known, n)
}
