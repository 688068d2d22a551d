package examine

import (
	"time"

	"turnpost/db"
)

// Standing is how far the players are who asked to be forgotten.
type Standing struct {
	Players int       // of whom something is still to be erased
	Since   time.Time // when the first of them said yes; zero if there is none
	Failing int       // of them, those of whom the last piece could not be erased
	Next    time.Time // when the first of these is tried again
}

// Forgettings tells how far the players are who asked to be forgotten.
func Forgettings(tx *db.Tx) (s Standing, err error) {
	var since, next int64
	err = tx.Rows(func(scan func(...any) error) error { return scan(&s.Players, &since, &s.Failing, &next) },
		`SELECT count(*), coalesce(min(begun_at), 0), coalesce(sum(CASE WHEN failures > 0 THEN 1 ELSE 0 END), 0),
			coalesce(min(CASE WHEN failures > 0 THEN due_at END), 0)
		FROM (SELECT begun_at, failures, due_at FROM forgettings UNION ALL SELECT begun_at, failures, due_at FROM departures WHERE what = 'forget') AS standing`)
	if since != 0 {
		s.Since = time.UnixMilli(since).UTC()
	}
	if next != 0 {
		s.Next = time.UnixMilli(next).UTC()
	}
	return s, err
}
