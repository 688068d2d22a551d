// Package examine looks at databases as they are, whatever their schema, and changes
// nothing.
package examine

import (
	"context"
	"fmt"
	"os"

	"turnpost/db"
)

// Health is what File found in a database.
type Health struct {
	Size int64 // of the file
	// Schema is the version that the database has, 0 if it is none of ours, and
	// Known the newest that this program knows.
	Schema, Known int64
	// Faults is what SQLite finds damaged, a sentence each.
	Faults []string
}

// File looks at the database in a file, whatever its schema, and changes
// nothing. Another program may be writing meanwhile. A database that is damaged
// is no error.
func File(ctx context.Context, path string) (Health, error) {
	var h Health
	info, err := os.Stat(path)
	if err != nil {
		return h, fmt.Errorf("the database: %w", err)
	}
	h.Size = info.Size()
	raw, err := db.OpenRaw(path)
	if err != nil {
		return h, err
	}
	defer raw.Close()
	h.Known = raw.Known
	err = h.look(ctx, raw)
	if db.Damaged(err) {
		h.Faults = append(h.Faults, err.Error())
		return h, nil
	}
	return h, err
}

func (h *Health) look(ctx context.Context, raw *db.Raw) error {
	// Not integrity_check, which also compares each index with its table, and
	// takes long where there are many letters.
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
