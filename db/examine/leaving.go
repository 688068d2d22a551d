package examine

import (
	"time"

	"turnpost/db"
)

// Held is who wants to leave and cannot.
type Held struct {
	Players int       // whose games could not be ended the last time
	Letters int       // that wait for it beside the queue; see db.Tx.Await
	Oldest  time.Time // when the first of these came; zero if there is none
}

// Leaving tells who wants to leave and cannot.
func Leaving(tx *db.Tx) (h Held, err error) {
	var oldest int64
	err = tx.Rows(func(scan func(...any) error) error { return scan(&h.Players, &h.Letters, &oldest) },
		`SELECT (SELECT count(*) FROM departures WHERE failures > 0), count(*), coalesce(min(arrived_at), 0) FROM inbox WHERE state = 'new' AND holder < 0`)
	if oldest != 0 {
		h.Oldest = time.UnixMilli(oldest).UTC()
	}
	return h, err
}
