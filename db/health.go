package db

import (
	"context"
	"fmt"
	"os"
	"time"
)

// SQLiteHealth is what File found in a database.
type SQLiteHealth struct {
	Size int64 // of the file
	// SchemaVersion is the version that the database has, 0 if it is none of ours, and
	// Known the newest that this program knows.
	Schema, Known int64
	// Faults is what SQLite finds damaged, a sentence each.
	Faults []string
}

// CheckFile looks at the database in a file, whatever its schema, and changes
// nothing. Another program may be writing meanwhile. A database that is damaged
// is no error.
func CheckFile(ctx context.Context, path string) (SQLiteHealth, error) {
	var h SQLiteHealth
	info, err := os.Stat(path)
	if err != nil {
		return h, fmt.Errorf("the database: %w", err)
	}
	h.Size = info.Size()
	raw, err := OpenRaw(path)
	if err != nil {
		return h, err
	}
	defer raw.Close()
	h.Known = raw.Known
	err = h.look(ctx, raw)
	if Damaged(err) {
		h.Faults = append(h.Faults, err.Error())
		return h, nil
	}
	return h, err
}

func (h *SQLiteHealth) look(ctx context.Context, raw *RawDatabase) error {
	// Not integrity_check, which also compares each index with its table, and
	// takes long where there are many messages.
	rows, err := raw.QueryContext(ctx, `PRAGMA quick_check(20)`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if text != "ok" {
			h.Faults = append(h.Faults, text)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	h.Schema, err = raw.Schema(ctx)
	return err
}

// PostgresHealth is what Server found of a PostgreSQL server and a database on it.
type PostgresHealth struct {
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
	// SchemaVersion is the version that the database has, 0 if it is none of ours, and
	// Known the newest that this program knows. Tables is how many there are.
	Schema, Known int64
	Tables        int
}

// OldestServer is the oldest server that this program knows how to use, as
// PostgresHealth.Number.
const OldestServer = 130000

// CheckServer looks at the database of a URL, whatever its schema, and changes
// nothing.
func CheckServer(ctx context.Context, where string) (PostgresHealth, error) {
	var s PostgresHealth
	raw, err := OpenRaw(where)
	if err != nil {
		return s, err
	}
	defer raw.Close()
	s.Known = raw.Known
	tx, err := raw.BeginTx(ctx, raw.Update)
	if err != nil {
		return s, fmt.Errorf("the database %s: %w", Redacted(where), err)
	}
	defer tx.Rollback()
	var micros int64
	before := time.Now()
	if err := tx.QueryRowContext(ctx,
		`SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)`).Scan(&micros); err != nil {
		return s, err
	}
	asked := time.Since(before)
	s.Fast = time.UnixMicro(micros).Sub(before.Add(asked / 2))
	if err := tx.QueryRowContext(ctx,
		`SELECT split_part(current_setting('server_version'),
			' ', 1), CAST(current_setting('server_version_num') AS INTEGER),
		current_setting('transaction_isolation'), current_setting('synchronous_commit'), current_setting('fsync'),
		current_setting('server_encoding'), pg_database_size(current_database()), (SELECT count(*) FROM (`+raw.Tables+`) AS t)`).
		Scan(&s.Version, &s.Number, &s.Isolation, &s.Commit, &s.Sync, &s.Encoding, &s.Size, &s.Tables); err != nil {
		return s, err
	}
	s.Schema, err = raw.Schema(ctx)
	return s, err
}
