package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"turnpost/db/file"
	"turnpost/db/filelock"
	"turnpost/db/migrations"
	"turnpost/db/sequence"
	"turnpost/db/turns"
	"turnpost/db/vacuum"

	"github.com/pressly/goose/v3"
)

// sqlite is SQLite. It has one writer at a time, so that its transactions are as
// they should be without being told.
var sqlite = &engine{
	name:   "SQLite",
	schema: migrations.Schema{Dialect: goose.DialectSQLite3, Folder: "sqlite", Tables: sqliteTables},
	bind:   func(query string, args []any) (string, []any, error) { return file.Steady(query), args, nil },
	update: mode{remembers: true},
	view:   mode{remembers: true},
	tries:  5,
	phrases: phrases{
		empty:      `x''`,
		indexed:    true,
		contains:   `instr(lower(CAST(%s AS TEXT)), lower(%s)) > 0`,
		touch:      `PRAGMA user_version = 0`, // which nothing else here uses; an UPDATE that changes nothing writes nothing
		number:     `(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')`,
		size:       `SELECT page_count * page_size, freelist_count * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
		references: `SELECT t.name, f."from", f."table", coalesce(f."to", 'id') FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table' ORDER BY 1, 2`,
	},
	move: func(tx *Tx, table, column string, from, into int64) error {
		_, err := tx.exec(`UPDATE OR IGNORE `+table+` SET `+column+` = ? WHERE `+column+` = ?`, into, from)
		return err
	},
	lastNumber: func(tx *Tx, table string) (int64, error) { return sequence.LastInFile(tx, table) },
	setNumber:  func(tx *Tx, table string, last int64) error { return sequence.SetInFile(plain{tx}, table, last) },
	damages:    func(tx *Tx) ([]string, error) { return file.Damages(tx.Rows) },
	vacuum:     vacuum.SQLite,
	scrub: func(ctx context.Context, d *DB) error {
		if err := checkpoint(ctx, d); err != nil {
			return err
		}
		turn, err := d.turns.Ask(ctx)
		if err != nil {
			return err
		}
		defer turn.End()
		return vacuum.ScrubSQLite(ctx, d.write)
	},
}

const sqliteTables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY 1`

func openSQLite(ctx context.Context, path string, before Before) (*DB, error) {
	if path == "" {
		return nil, errors.New("the database needs a file name")
	}
	if dir := filepath.Dir(path); dir != "." {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("the folder of the database: %w", err)
		}
	}
	// Who comes second waits until the schema is there.
	unlock, err := filelock.Take(ctx, path+".opening")
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	defer unlock()
	if err := file.Make(path); err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	// Pragmas stand in the DSN because one executed on a pool would hold for
	// one connection only.
	write, err := file.Open(path, url.Values{"_txlock": {"immediate"}})
	if err != nil {
		return nil, err
	}
	// One connection writes, so that writers queue here and not in SQLite; others
	// read beside it, which WAL allows.
	write.SetMaxOpenConns(1)
	if err := sqlite.schema.Forward(ctx, write, before); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w%s", path, err, goBack(write, path, err))
	}
	read, err := file.Open(path, url.Values{"_query_only": {"true"}})
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	// It is opened when something is written by it, and closed soon after.
	lax, err := file.Open(path, url.Values{"_txlock": {"immediate"}, "_synchronous": {"NORMAL"}})
	if err != nil {
		return nil, errors.Join(err, read.Close(), write.Close())
	}
	lax.SetMaxOpenConns(1)
	lax.SetConnMaxIdleTime(time.Minute)
	inPlace, err := file.Watch(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the database: %w", err), lax.Close(), read.Close(), write.Close())
	}
	return &DB{Now: time.Now, engine: sqlite, write: write, queues: write, turns: turns.New(), lax: lax, read: read, inPlace: inPlace}, nil
}

func openSQLiteReadOnly(ctx context.Context, path string, fits fitting) (*DB, error) {
	if err := IsThere(path); err != nil {
		return nil, err
	}
	read, err := file.OpenRead(path)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := fits(sqlite.schema, ctx, read); err != nil {
		read.Close()
		return nil, fmt.Errorf("database %s: %w%s", path, err, goBack(read, path, err))
	}
	return &DB{Now: time.Now, engine: sqlite, read: read}, nil
}

// goBack says which backup whoever wants to stay with this program can go back to, when
// a newer one has changed the schema: it made one before, package backup.
func goBack(conn *sql.DB, path string, err error) string {
	if !errors.Is(err, migrations.ErrNewer) {
		return ""
	}
	known, err := sqlite.schema.Known(conn)
	if err != nil {
		return ""
	}
	return file.GoBack(path, known)
}

// IsThere reports an error when there is no database file of that name.
func IsThere(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: there is no file %s", ErrMissing, path)
	} else if err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	return nil
}

// checkpoint is Checkpoint of a file.
func checkpoint(ctx context.Context, d *DB) error {
	defer d.turns.Beside(ctx).End()
	return vacuum.CheckpointSQLite(ctx, d.read)
}
