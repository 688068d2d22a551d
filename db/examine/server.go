package examine

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
)

// ServerHealth is what Server found of a PostgreSQL server and a database on it.
type ServerHealth struct {
	Version string // 15.14
	Number  int    // 150014
	// What the transactions of this program ask for, and the server must not
	// lower.
	Isolation string // serializable
	Commit    string // synchronous_commit
	Sync      string // fsync
	Encoding  string // of the database

	Size int64         // octets
	Fast time.Duration // how far the server's clock is ahead of ours
	// Schema is the version that the database has, 0 if it is none of ours, and
	// Known the newest that this program knows. Tables is how many there are.
	Schema, Known int64
	Tables        int
}

// LeastServer is the oldest server that this program knows how to use, as
// ServerHealth.Number.
const LeastServer = 130000

// Server looks at the database of a URL, whatever its schema, and changes
// nothing.
func Server(ctx context.Context, where string) (ServerHealth, error) {
	var s ServerHealth
	raw, err := db.OpenRaw(where)
	if err != nil {
		return s, err
	}
	defer raw.Close()
	s.Known = raw.Known
	tx, err := raw.BeginTx(ctx, raw.Update)
	if err != nil {
		return s, fmt.Errorf("the database %s: %w", db.Redacted(where), err)
	}
	defer tx.Rollback()
	var micros int64
	before := time.Now()
	if err := tx.QueryRowContext(ctx, `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)`).Scan(&micros); err != nil {
		return s, err
	}
	asked := time.Since(before)
	s.Fast = time.UnixMicro(micros).Sub(before.Add(asked / 2))
	if err := tx.QueryRowContext(ctx, `SELECT split_part(current_setting('server_version'), ' ', 1), CAST(current_setting('server_version_num') AS INTEGER),
		current_setting('transaction_isolation'), current_setting('synchronous_commit'), current_setting('fsync'),
		current_setting('server_encoding'), pg_database_size(current_database()), (SELECT count(*) FROM (`+raw.Tables+`) AS t)`).
		Scan(&s.Version, &s.Number, &s.Isolation, &s.Commit, &s.Sync, &s.Encoding, &s.Size, &s.Tables); err != nil {
		return s, err
	}
	s.Schema, err = raw.Schema(ctx)
	return s, err
}
