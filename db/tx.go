package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// ErrExists says that such a row is there already.
var ErrExists = errors.New("exists already")

// Tx is a running transaction. It is used by one goroutine, and only inside the function
// that Update or View called with it.
//
// Its statements are written once, for both engines, with the parameters ? or ?1.
type Tx struct {
	// Now is the moment of this transaction, in UTC, to the millisecond.
	Now time.Time

	engine  *engine
	reads   bool // it cannot write or lock
	oneGame bool // it is of UpdateGame
	more    bool // Whole has said that it must begin again as an Update
	ctx     context.Context
	tx      *sql.Tx
	watch   *silenceWatch
	failed  error // the first transient error; see fault
	key     *atomic.Pointer[SealKey]
	made    *SealKey // by this transaction, which may yet be rolled back
	expect  func(*Tx, Invitation) (Invitation, error)
}

// fault translates an error of the driver. The first transient error ends the transaction,
// even if the caller ignores it: statements after it would fail for another reason, and
// what could not be read would look as if it did not exist.
func (tx *Tx) fault(err error) error {
	err = mapError(err)
	if tx.failed == nil && !errors.Is(err, ErrNotFound) && Transient(err) {
		tx.failed = err
	}
	return err
}

func (tx *Tx) exec(query string, args ...any) (sql.Result, error) {
	query, args, err := tx.engine.bind(query, args)
	if err != nil {
		return nil, err
	}
	defer tx.watch.asked()()
	res, err := tx.tx.ExecContext(tx.ctx, query, args...)
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
	return tx.fault(tx.tx.QueryRowContext(tx.ctx, query, args...).Scan(into...))
}

// all reads all rows, each by scan.
func all[T any](tx *Tx, scan func(func(...any) error) (T, error), query string, args ...any) ([]T, error) {
	query, args, err := tx.engine.bind(query, args)
	if err != nil {
		return nil, err
	}
	defer tx.watch.asked()()
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

// get reads one row by scan, or ErrNotFound.
func get[T any](tx *Tx, scan func(func(...any) error) (T, error), query string, args ...any) (T, error) {
	return scan(func(into ...any) error { return tx.row(query, args, into...) })
}

func mapError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	if uniqueViolation(err) {
		return fmt.Errorf("%w: %w", ErrExists, err)
	}
	return err
}

// atMost is a limit as statements take it; a limit below 0 means none.
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
