// Package column says how moments stand in the columns of a database: in milliseconds
// since 1970, and 0 is none.
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
