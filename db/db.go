package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"turnpost/db/migrations"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	// Now tells the time of each transaction. Set it before the first one.
	Now func() time.Time
	// Patience is how long the database may take to answer one statement; 0 means no
	// limit. Set it before the first transaction.
	Patience time.Duration
	// Expect, if not nil, returns what is known of an invitation that is about to be made
	// again: its number, generation and side; or a number that none had, or 0 for the next.
	// Only a replay sets it.
	Expect func(tx *Tx, i Invitation) (Invitation, error)

	engine      *engine
	write, read *sql.DB // write is nil if the database was opened for reading only
	key         atomic.Pointer[SealKey]
	inPlace     func() error
	heard       func(what string) // see Trace; may be nil

	waited, held atomic.Int64 // nanoseconds; see WriteTime
}

// WriteTime is how long transactions of Update have waited for a connection that writes,
// and how long they have held one, since the database was opened.
func (db *DB) WriteTime() (waited, held time.Duration) {
	return time.Duration(db.waited.Load()), time.Duration(db.held.Load())
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

// OpenAfter is Open that does something before it changes the schema of a database that
// has one: of all who open it at once, by one alone.
func OpenAfter(ctx context.Context, where string, before migrations.BeforeMigrating) (*DB, error) {
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
	return openRead(ctx, where, migrations.EngineSchema.Check)
}

// fitting says why a database's schema is not one that can be read.
type fitting func(s migrations.EngineSchema, ctx context.Context, conn *sql.DB) error

func openRead(ctx context.Context, where string, fits fitting) (*DB, error) {
	if IsURL(where) {
		return openPostgresReadOnly(ctx, where, fits)
	}
	return openSQLiteReadOnly(ctx, where, fits)
}

// Shared reports whether several daemons may work on the database at once.
func (db *DB) Shared() bool { return db.engine.shared }

// Close closes the database. No transaction may be running.
func (db *DB) Close() error {
	if db.write == nil {
		return db.read.Close()
	}
	return errors.Join(db.read.Close(), db.write.Close())
}

// Update runs f in a write transaction and commits it when f returns nil. The transaction
// sees the database as if no other one ran beside it. When the database is busy, or the
// transaction conflicts with another one, Update runs f again, for up to 30 seconds, so f
// must change nothing but the database.
func (db *DB) Update(ctx context.Context, f func(*Tx) error) error {
	return db.retry(ctx, way{options: db.engine.update, lock: db.engine.apart}, f)
}

// UpdateGame is Update for a transaction that plays in one game. On PostgreSQL such
// transactions run side by side: see the package documentation for what they may read and
// write. f calls Tx.Whole when it finds that there is more to do, and returns its error;
// UpdateGame then runs it again as Update does.
func (db *DB) UpdateGame(ctx context.Context, f func(*Tx) error) error {
	if db.engine.beside == "" {
		return db.Update(ctx, f)
	}
	err := db.retry(ctx, way{lock: db.engine.beside, oneGame: true}, f)
	if errors.Is(err, errMore) {
		return db.Update(ctx, f)
	}
	return err
}

// errMore says that a transaction of UpdateGame has more to do than to play in a game.
var errMore = errors.New("there is more to do than to play in one game")

// Whole returns an error, to be returned, in a transaction of UpdateGame.
func (tx *Tx) Whole() error {
	if tx.oneGame {
		tx.more = true
		return errMore
	}
	return nil
}

// way is how a transaction begins.
type way struct {
	options *sql.TxOptions
	lock    string // a statement; it must be the first one, since the second sees what was committed before it
	oneGame bool
}

// Queue is Update for a short transaction that puts something into the inbox or outbox,
// claims it, or marks it. On PostgreSQL it is READ COMMITTED: it sees what others commit
// meanwhile, never conflicts with an Update that has only read, and makes none run again.
func (db *DB) Queue(ctx context.Context, f func(*Tx) error) error { return db.retry(ctx, way{}, f) }

// retry runs f in a write transaction, again while the database is busy.
func (db *DB) retry(ctx context.Context, how way, f func(*Tx) error) error {
	if db.write == nil {
		return errors.New("the database is open for reading only")
	}
	// The limit is a time and no number of tries: where many wait for one connection,
	// each try of each of them takes as long as a try of all others.
	began := time.Now()
	for try := 0; ; try++ {
		err := db.run(ctx, db.write, how, f)
		if !busy(err) {
			return err
		}
		if took := time.Since(began); took > busyLimit {
			return fmt.Errorf("after %v: %w", took.Round(time.Second), err)
		}
		pause := time.Duration(1<<min(try, 5)) * 10 * time.Millisecond
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// busyLimit is how long Update tries again while the database is busy.
const busyLimit = 30 * time.Second

// View runs f in a transaction that sees one state of the database and cannot write.
func (db *DB) View(ctx context.Context, f func(*Tx) error) error {
	return db.run(ctx, db.read, way{options: db.engine.view}, f)
}

func (db *DB) run(ctx context.Context, conn *sql.DB, how way, f func(*Tx) error) error {
	ctx, w, end := newSilenceWatch(ctx, db.Patience)
	defer end()
	asked := time.Now()
	tx, err := conn.BeginTx(ctx, how.options)
	if err != nil {
		return w.named(ctx, fmt.Errorf("begin: %w", err))
	}
	w.answered()
	if conn == db.write {
		began := time.Now()
		db.waited.Add(int64(began.Sub(asked)))
		defer func() { db.held.Add(int64(time.Since(began))) }()
	}
	ended := "ROLLBACK"
	if db.heard != nil {
		db.heard("BEGIN")
		defer func() { db.heard(ended) }()
	}
	// After a commit this does nothing. After an error or a panic in f it keeps the
	// connection usable.
	defer tx.Rollback()
	// Columns hold milliseconds: what is written reads back as it was.
	work := &Tx{Now: db.Now().UTC().Truncate(time.Millisecond), engine: db.engine, ctx: ctx, tx: tx, watch: w,
		key:    &db.key,
		expect: db.Expect}
	work.reads, work.oneGame = how.options != nil && how.options.ReadOnly, how.oneGame
	if how.lock != "" {
		err = work.Exec(how.lock)
		work.Now = db.Now().UTC().Truncate(time.Millisecond) // later than what it waited for
	}
	if err == nil {
		err = f(work)
	}
	if err == nil && work.more {
		err = errMore
	}
	if work.failed != nil && !Transient(err) {
		err = work.failed
	}
	if err != nil {
		return w.named(ctx, err)
	}
	ended = "COMMIT"
	defer w.asked()()
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
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, sql.ErrConnDone) || errors.Is(err, ErrSilent) {
		return true
	}
	return transientSQLite(err) || transientPostgres(err)
}

// Damaged reports whether err is that of a file that is damaged, or is no database.
func Damaged(err error) bool { return damagedSQLite(err) }
