// Package column says how moments stand in the columns of a database: in milliseconds
// since 1970, and 0 is none. And it reads the one row that a statement gives, or does not.
package column

import "time"

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

// Reader is what reads rows: a transaction.
type Reader interface {
	// Rows reads the rows of a statement, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
}

// Found reads one row into its places, and reports whether there was one.
func Found(r Reader, query string, args []any, into ...any) (found bool, err error) {
	err = r.Rows(func(scan func(...any) error) error { found = true; return scan(into...) }, query, args...)
	return found, err
}

// Only is the first of what was found, or if that is nothing, the error none.
func Only[T any](found []T, err, none error) (only T, _ error) {
	if err == nil && len(found) == 0 {
		err = none
	}
	if err != nil {
		return only, err
	}
	return found[0], nil
}
