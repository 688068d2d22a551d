package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

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
	if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM daemons WHERE lease_until > $1 AND lease_until <= $2`, now.UnixMilli(), now.Add(ahead).UnixMilli()).Scan(&n); err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("its schema is version %d, this turnpost's is %d, and %d servers of the older version run on it; stop them first (one that was killed counts for some seconds)", have, known, n)
}
