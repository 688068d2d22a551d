package db

import (
	"context"
	"errors"
)

// Vacuum gives the room of what was erased back. SQLite writes the whole file anew, for
// which the disk must have room once more, and nobody else can write meanwhile; PostgreSQL
// makes the room free for new rows, while others work.
func (db *DB) Vacuum(ctx context.Context) error {
	if db.write == nil {
		return errors.New("the database is open for reading only")
	}
	return errors.Join(db.engine.vacuum(ctx, db.write), db.Scrub(ctx))
}
