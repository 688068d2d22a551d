package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/mattn/go-sqlite3"
)

// Health is what Examine found in a database.
type Health struct {
	Size int64 // of the file
	// Schema is the version that the database has, 0 if it is none of ours, and
	// Known the newest that this program knows.
	Schema, Known int64
	// Faults is what SQLite finds damaged, a sentence each.
	Faults []string
}

// Examine looks at the database in a file, whatever its schema, and changes
// nothing. Another program may be writing meanwhile. A database that is damaged
// is no error.
func Examine(ctx context.Context, path string) (Health, error) {
	var h Health
	info, err := os.Stat(path)
	if err != nil {
		return h, fmt.Errorf("the database: %w", err)
	}
	h.Size = info.Size()
	conn, err := open(path, url.Values{"mode": {"ro"}, "_query_only": {"true"}, "_journal_mode": nil, "_secure_delete": nil})
	if err != nil {
		return h, err
	}
	defer conn.Close()
	if _, h.Known, err = provider(conn, sqlite); err != nil {
		return h, err
	}
	err = h.look(ctx, conn)
	if e, ok := errors.AsType[sqlite3.Error](err); ok && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB) {
		h.Faults = append(h.Faults, e.Error())
		return h, nil
	}
	return h, err
}

func (h *Health) look(ctx context.Context, conn *sql.DB) error {
	// Not integrity_check, which also compares each index with its table, and
	// takes long where there are many letters.
	rows, err := conn.QueryContext(ctx, `PRAGMA quick_check(20)`)
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
	h.Schema, err = schemaVersion(ctx, conn, sqlite)
	return err
}
