package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	// Now tells the time of each transaction. Set it before the first one.
	Now func() time.Time

	// One connection writes, so that writers queue here and not in SQLite;
	// others read beside it, which WAL allows.
	write, read *sql.DB // write is nil in a database that is only read
}

// Open opens the SQLite database in the file path, makes it when it is not
// there, and brings its schema forward.
func Open(ctx context.Context, path string) (*DB, error) {
	if path == "" {
		return nil, errors.New("the database needs a file name")
	}
	if dir := filepath.Dir(path); dir != "." {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("the folder of the database: %w", err)
		}
	}
	// Who comes second waits until the schema is there.
	unlock, err := lock(ctx, path+".opening")
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	defer unlock()
	// What is kept is nobody else's business: the keys of secrets, addresses,
	// letters. SQLite gives its other files the same mode. A file that is there
	// must not be opened here: to close it would take SQLite's own locks from
	// whoever has it open in this process (fcntl(2)).
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	switch {
	case err == nil:
		f.Close()
	case !errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("the database: %w", err)
	}
	// Pragmas stand in the DSN because one executed on a pool would hold for
	// one connection only.
	write, err := open(path, url.Values{"_txlock": {"immediate"}})
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	read, err := open(path, url.Values{"_query_only": {"true"}})
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	return &DB{Now: time.Now, write: write, read: read}, nil
}

// OpenReadOnly opens the SQLite database in the file path as it is. It must be
// there and have the schema of this program; nothing in it is changed, and Update
// fails. Another program may be writing meanwhile.
func OpenReadOnly(ctx context.Context, path string) (*DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	read, err := openRead(path)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := checkSchema(ctx, read); err != nil {
		read.Close()
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return &DB{Now: time.Now, read: read}, nil
}

func open(path string, more url.Values) (*sql.DB, error) {
	return sql.Open("sqlite3", dsn(path, more))
}

// dsn names the database in a file, opened in our way or in another.
func dsn(path string, more url.Values) string {
	q := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"true"},
		"_busy_timeout": {"5000"},
		// What is erased is overwritten; see Forget.
		"_secure_delete": {"true"},
	}
	for k, v := range more {
		q[k] = v
	}
	// A path may hold "?" or "%", which a file: URI would read otherwise.
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// Close closes the database. No transaction may be running.
func (db *DB) Close() error {
	if db.write == nil {
		return db.read.Close()
	}
	return errors.Join(db.read.Close(), db.write.Close())
}

// tries bounds how often Update begins again when the database is busy.
const tries = 5

// Update runs f in a write transaction and commits it when f returns nil. When
// the database is busy it runs f again, up to five times, so f must change
// nothing but the database.
func (db *DB) Update(ctx context.Context, f func(*Tx) error) error {
	if db.write == nil {
		return errors.New("the database is open for reading only")
	}
	var err error
	for try := range tries {
		if try > 0 {
			pause := time.Duration(1<<try) * 10 * time.Millisecond
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause/2 + rand.N(pause)):
			}
		}
		if err = db.run(ctx, db.write, f); !busy(err) {
			return err
		}
	}
	return fmt.Errorf("after %d tries: %w", tries, err)
}

// View runs f in a transaction that sees one state of the database and cannot
// write.
func (db *DB) View(ctx context.Context, f func(*Tx) error) error {
	return db.run(ctx, db.read, f)
}

func (db *DB) run(ctx context.Context, conn *sql.DB, f func(*Tx) error) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	// After a commit this does nothing; after an error or a panic in f it is
	// what keeps the connection usable.
	defer tx.Rollback()
	// The column holds milliseconds: what is written reads back as it was.
	if err := f(&Tx{Now: db.Now().UTC().Truncate(time.Millisecond), ctx: ctx, tx: tx}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func busy(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// Transient reports whether err is the database's or the machine's passing
// trouble (busy, disk full, an I/O error) and no fault of what was done.
func Transient(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrConnDone) {
		return true
	}
	e, ok := errors.AsType[sqlite3.Error](err)
	if !ok {
		return false
	}
	switch e.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrCantOpen, sqlite3.ErrNomem, sqlite3.ErrReadonly, sqlite3.ErrInterrupt:
		return true
	}
	return false
}
