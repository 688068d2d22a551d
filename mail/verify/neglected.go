package verify

import (
	"fmt"
	"time"

	"turnpost/db"
)

// neglect is how long something can have been due while a server runs: it looks at all that
// is due each minute, and puts off for an hour what fails.
const neglect = 12 * time.Hour

// dues are what a server does when it is due, by numbers of rows that name what they are of.
var dues = []struct{ of, what, query string }{
	{"player", "the digest", `SELECT id, digest_due FROM players WHERE digest_due <> 0 AND digest_due < ?`},
	{"player", "the puzzle of the day", `SELECT player, due_at FROM puzzle_days WHERE due_at < ?`},
	{"follower", "what they follow", `SELECT player, due_at FROM followers WHERE due_at <> 0 AND due_at < ?`},
	{"follower", "the best of the week", `SELECT player, due_at FROM best_weeks WHERE due_at < ?`},
	{"game", "what its followers are told", `SELECT game, due_at FROM followed WHERE due_at < ?`},
	{"tournament", "what is told of a table of it", `SELECT tournament, due_at FROM followed_tables WHERE due_at < ?`},
	{"invitation", "its end", `SELECT id, expires_at FROM invitations WHERE state = 'open' AND expires_at < ?`},
}

// neglected finds what has been due for long, though a server ran. What waits for a letter,
// or for a program to think, is none of it.
func neglected(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	beat, err := tx.LastHeartbeat()
	if err != nil || beat.IsZero() {
		return nil, err
	}
	for _, d := range dues {
		if err := tx.Rows(func(scan func(...any) error) error {
			var id, at int64
			err := scan(&id, &at)
			if ran := w.ran(moment(at), beat); ran > neglect {
				faults = append(faults, Fault{Of: d.of, ID: id, Mend: mend("neglected"), What: fmt.Sprintf("%s was due at %s, and a server ran until %s", d.what, said(time.UnixMilli(at)), said(beat))})
			}
			return err
		}, d.query+` ORDER BY 1`, beat.Add(-neglect).UnixMilli()); err != nil {
			return nil, err
		}
	}
	return faults, nil
}

// ran is for how long a server ran between two moments: but for the times in which all clocks
// stood still because none did.
func (w *world) ran(from, to time.Time) time.Duration {
	d := to.Sub(from)
	for _, p := range w.pauses[0] {
		begin, end := later(p.From, from), p.To
		if end.After(to) {
			end = to
		}
		if end.After(begin) {
			d -= end.Sub(begin)
		}
	}
	return d
}
