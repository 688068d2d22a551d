package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"
	"turnpost/db/confine"
	"turnpost/db/memo"
	"turnpost/db/ride"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// ErrExists says that such a row is there already.
var ErrExists = errors.New("exists already")

// Tx is a running transaction. It is used by one goroutine and only inside the
// function that it was made for.
type Tx struct {
	// Now is the moment of this transaction, in UTC, to the millisecond.
	Now time.Time

	engine   *engine
	reads    bool // and cannot lock
	ahead    bool // what is asked is noted, and answered later; see Ahead
	ctx      context.Context
	tx       *sql.Tx
	watch    *silenceWatch
	failed   error // the first passing trouble; see fault
	key      *atomic.Pointer[SealKey]
	made     *SealKey // by this transaction, which may yet be rolled back
	memo     *memo.Memo
	confined *confine.Watch
}

// fault is an error of the driver's as our callers know it. Passing trouble ends the
// transaction, whatever is made of the error: the statements after it would fail
// for another reason, or what was not read would be taken for not there.
func (tx *Tx) fault(err error) error {
	err = mapError(err)
	if tx.failed == nil && !errors.Is(err, ErrNotFound) && (Transient(err) || errors.Is(err, confine.ErrWide) || errors.Is(err, ride.ErrOver)) {
		tx.failed = err
	}
	return err
}

func (tx *Tx) exec(query string, args ...any) (sql.Result, error) {
	return tx.execIn(tx.ctx, query, args)
}

// later executes a statement of which nobody waits to hear: where the way to the database
// is long it goes with the next one. That it fails is the next one's error, or the commit's.
func (tx *Tx) later(query string, args ...any) error {
	_, err := tx.execIn(ride.Later(tx.ctx), query, args)
	return err
}

// oneLater is later for a statement that must change exactly one row.
func (tx *Tx) oneLater(query string, args ...any) error {
	res, err := tx.execIn(ride.One(tx.ctx), query, args)
	return changedOne(res, err)
}

func (tx *Tx) execIn(ctx context.Context, query string, args []any) (sql.Result, error) {
	bound, args, err := tx.engine.bind(query, args)
	if err != nil {
		return nil, err
	}
	defer tx.watch.asked()()
	tx.memo.Wrote(query)
	res, err := tx.tx.ExecContext(ctx, bound, args...)
	if err == nil && tx.confined != nil {
		rows, _ := res.RowsAffected() // PostgreSQL always says
		err = tx.confined.Wrote(query, rows)
	}
	return res, tx.fault(err)
}

// Exec executes a statement of a package that keeps the tables of one feature.
func (tx *Tx) Exec(query string, args ...any) error {
	_, err := tx.exec(query, args...)
	return err
}

// query reads rows as the driver gives them.
func (tx *Tx) query(query string) (*sql.Rows, error) { return tx.tx.QueryContext(tx.ctx, query) }

// one executes a statement that must change exactly one row.
func (tx *Tx) one(query string, args ...any) error {
	res, err := tx.exec(query, args...)
	return changedOne(res, err)
}

func changedOne(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return ErrNotFound
	}
	return nil
}

// insert executes an INSERT and returns the new row's id.
func (tx *Tx) insert(query string, args ...any) (int64, error) {
	var id int64
	err := tx.row(query+" RETURNING id", args, &id)
	return id, err
}

// row reads one row, or ErrNotFound.
func (tx *Tx) row(query string, args []any, into ...any) error {
	query, args, err := tx.engine.bind(query, args)
	if err != nil {
		return err
	}
	defer tx.watch.asked()()
	if err := tx.asks(query); err != nil {
		return tx.fault(err)
	}
	return tx.fault(tx.tx.QueryRowContext(tx.ctx, query, args...).Scan(into...))
}

// all reads all rows, each by scan.
func all[T any](tx *Tx, scan func(func(...any) error) (T, error), query string, args ...any) ([]T, error) {
	query, args, err := tx.engine.bind(query, args)
	if err != nil {
		return nil, err
	}
	defer tx.watch.asked()()
	if err := tx.asks(query); err != nil {
		return nil, tx.fault(err)
	}
	rows, err := tx.tx.QueryContext(tx.ctx, query, args...)
	if err != nil {
		return nil, tx.fault(err)
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows.Scan)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, tx.fault(rows.Err())
}

// Rows reads the rows of a statement, each by f: for packages that look at what is
// stored as it is.
func (tx *Tx) Rows(f func(scan func(...any) error) error, query string, args ...any) error {
	_, err := all(tx, func(scan func(...any) error) (struct{}, error) { return struct{}{}, f(scan) }, query, args...)
	return err
}

// asks notes a statement that gives rows: it may write as well.
func (tx *Tx) asks(query string) error {
	if strings.HasPrefix(query, "SELECT") {
		return nil
	}
	tx.memo.Wrote(query)
	return tx.confined.Wrote(query, 1)
}

// get reads one row by scan, or ErrNotFound.
func get[T any](tx *Tx, scan func(func(...any) error) (T, error), query string, args ...any) (T, error) {
	return scan(func(into ...any) error { return tx.row(query, args, into...) })
}

func mapError(err error) error {
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, ride.ErrOther) {
		return ErrNotFound
	}
	if uniqueViolation(err) {
		return fmt.Errorf("%w: %w", ErrExists, err)
	}
	return err
}

// atMost is a limit as statements have it; below 0 there is none.
func atMost(limit int) int64 {
	if limit < 0 {
		return math.MaxInt64
	}
	return int64(limit)
}

// Millis is a moment as a column holds it; the zero time is 0.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Moment reads what Millis wrote, in UTC.
func Moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Found reads one row into its places, and reports whether there was one.
func (tx *Tx) Found(query string, args []any, into ...any) (found bool, err error) {
	err = tx.Rows(func(scan func(...any) error) error { found = true; return scan(into...) }, query, args...)
	return found, err
}
