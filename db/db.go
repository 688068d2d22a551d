package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"turnpost/db/confine"

	"turnpost/db/memo"
	"turnpost/db/migrations"

	"turnpost/db/turns"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	// Now tells the time of each transaction. Set it before the first one.
	Now func() time.Time
	// Patience is how long the database may take to answer one statement; 0: as long
	// as it takes. Set it before the first transaction.
	Patience time.Duration

	engine      *engine
	write, read *sql.DB      // write is nil in a database that is only read
	queues      *sql.DB      // what Take writes by: write, or beside it
	turns       *turns.Queue // of write, if it has one connection; nil otherwise
	key         atomic.Pointer[SealKey]
	lax         *sql.DB // what Redone writes by in a file
	inPlace     func() error
	heard       func(what string) // how transactions begin and end; see Trace; it may be nil
}

// InPlace returns an error when the file of the database is not under its name any more:
// somebody has moved, replaced or removed it, and what is written goes where nobody
// looks. Of a server's database it is nil.
func (db *DB) InPlace() error {
	if db.inPlace == nil {
		return nil
	}
	return db.inPlace()
}

// Open opens a database and brings its schema forward. It is the SQLite database
// in a file, which is made when it is not there; or, when where is a URL
// (postgres://user@host/name), a database of a PostgreSQL server, which must be
// there and may be empty.
func Open(ctx context.Context, where string) (*DB, error) {
	return OpenAfter(ctx, where, nil)
}

// Before is what is done before a schema is changed; see [migrations.Before].
type Before = migrations.Before

// OpenAfter is Open that does something before it changes the schema of a database that
// has one: of all who open it at once, by one alone.
func OpenAfter(ctx context.Context, where string, before Before) (*DB, error) {
	if IsURL(where) {
		return openPostgres(ctx, where, before)
	}
	return openSQLite(ctx, where, before)
}

// ErrMissing says that there is no database to be read yet.
var ErrMissing = errors.New("there is no database yet")

// OpenReadOnly opens the database that is in a file, or that a URL names, as it
// is. It must be there and have the schema of this program; nothing in it is
// changed, and Update fails. Another program may be writing meanwhile.
func OpenReadOnly(ctx context.Context, where string) (*DB, error) {
	return openRead(ctx, where, migrations.Schema.Check)
}

// fitting says why a database's schema is not one that can be read.
type fitting func(s migrations.Schema, ctx context.Context, conn *sql.DB) error

func openRead(ctx context.Context, where string, fits fitting) (*DB, error) {
	if IsURL(where) {
		return openPostgresReadOnly(ctx, where, fits)
	}
	return openSQLiteReadOnly(ctx, where, fits)
}

// Shared reports whether several daemons may work on the database at once.
func (db *DB) Shared() bool { return db.engine.kept != "" }

// Close closes the database. No transaction may be running.
func (db *DB) Close() error {
	if db.write == nil {
		return db.read.Close()
	}
	err := errors.Join(db.read.Close(), db.write.Close())
	if db.queues != db.write {
		err = errors.Join(err, db.queues.Close())
	}
	if db.lax != nil {
		err = errors.Join(err, db.lax.Close())
	}
	return err
}

// Update runs f in a write transaction and commits it when f returns nil. It sees
// the database as if no other transaction ran beside it. When the database is
// busy, or another transaction came between, it runs f again, several times, so f
// must change nothing but the database.
func (db *DB) Update(ctx context.Context, f func(*Tx) error) error {
	return db.again(ctx, db.write, db.engine.update, f)
}

// Confined is Update for a transaction that most likely plays in one game and does no
// more. On a database of many writers it is not serialisable then, but locks its game
// (see [Tx.Own] and package confine); if it does more, or fails, for it may have seen two
// states of what is not locked, f runs again as in Update; but not if its error has a
// method BeginsAnew, whose caller does.
func (db *DB) Confined(ctx context.Context, f func(*Tx) error) error {
	if !db.engine.confined.confined {
		return db.Update(ctx, f)
	}
	err := db.again(ctx, db.write, db.engine.confined, f)
	if _, anew := errors.AsType[interface {
		error
		BeginsAnew()
	}](err); err == nil || anew || Transient(err) || ctx.Err() != nil {
		return err
	}
	return db.Update(ctx, f)
}

// Take is Update for a short transaction that puts something into a queue, takes
// it out, or marks it: what many do at once, row by row. It is no reason for an
// Update to begin anew, and begins anew for none. It sees what others commit
// meanwhile, but the rows that it took are its own.
func (db *DB) Take(ctx context.Context, f func(*Tx) error) error {
	return db.again(ctx, db.queues, db.engine.take, f)
}

// Redone is Update for a piece of work that is done again if it is lost, and that nobody
// is told of. In a file its commit waits for no disk: when the machine loses its power that
// commit may never have been, but no commit after it either. Checkpoint brings it there.
func (db *DB) Redone(ctx context.Context, f func(*Tx) error) error {
	if db.lax == nil {
		return db.Update(ctx, f)
	}
	return db.again(ctx, db.lax, db.engine.update, f)
}

// again runs f in a write transaction, anew while the database is busy.
func (db *DB) again(ctx context.Context, conn *sql.DB, how mode, f func(*Tx) error) error {
	if conn == nil {
		return errors.New("the database is open for reading only")
	}
	var err error
	for try := range db.engine.tries {
		if try > 0 {
			pause := time.Duration(1<<min(try, 5)) * 10 * time.Millisecond
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause/2 + rand.N(pause)):
			}
		}
		if err = db.run(ctx, conn, how, f); !busy(err) {
			return err
		}
	}
	return fmt.Errorf("after %d tries: %w", db.engine.tries, err)
}

// View runs f in a transaction that sees one state of the database and cannot
// write.
func (db *DB) View(ctx context.Context, f func(*Tx) error) error {
	return db.run(ctx, db.read, db.engine.view, f)
}

func (db *DB) run(ctx context.Context, conn *sql.DB, how mode, f func(*Tx) error) error {
	ctx, w, end := newSilenceWatch(ctx, db.Patience)
	defer end()
	turn, err := db.turns.If(conn != db.read).Ask(ctx)
	if err != nil {
		return w.named(ctx, fmt.Errorf("begin: %w", err))
	}
	defer turn.End()
	tx, err := conn.BeginTx(ctx, how.options)
	if err != nil {
		return w.named(ctx, fmt.Errorf("begin: %w", err))
	}
	w.answered()
	ended := "ROLLBACK"
	if db.heard != nil {
		db.heard("BEGIN")
		defer func() { db.heard(ended) }()
	}
	// After a commit this does nothing; after an error or a panic in f it is
	// what keeps the connection usable.
	defer tx.Rollback()
	// The column holds milliseconds: what is written reads back as it was.
	work := &Tx{Now: db.Now().UTC().Truncate(time.Millisecond), engine: db.engine, ctx: ctx, tx: tx, watch: w, key: &db.key}
	work.reads = how.options != nil && how.options.ReadOnly
	if how.remembers {
		work.memo = &memo.Memo{}
	}
	if how.confined {
		work.confined = &confine.Watch{}
	}
	err = f(work)
	if err == nil {
		err = work.confined.Kept()
	}
	if work.failed != nil && !Transient(err) {
		err = work.failed // f has made nothing of it, or something else
	}
	if err != nil {
		return w.named(ctx, err)
	}
	ended = "COMMIT"
	defer w.asked()()
	turn.Commits()
	if err := tx.Commit(); err != nil {
		return w.named(ctx, fmt.Errorf("commit: %w", mapError(err)))
	}
	return nil
}

// busy reports whether a transaction failed because of others, and may be run
// again.
func busy(err error) bool { return BusySQLite(err) || busyPostgres(err) }

// Transient reports whether err is the database's or the machine's passing
// trouble (busy, disk full, an I/O error, a server that does not answer) and no
// fault of what was done.
func Transient(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, ErrSilent) {
		return true
	}
	return transientSQLite(err) || transientPostgres(err)
}

// Damaged reports whether err is that of a file that is damaged, or is no database.
func Damaged(err error) bool { return damagedSQLite(err) }
