package verify

import (
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/examine"
)

// daemons looks at what those hold who handle letters, and at when they last lived.
func daemons(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	last, err := examine.LastNumber(tx, w.shared, "daemons")
	if err != nil {
		return nil, err
	}
	ahead := w.now.Add(db.Ahead + slack).UnixMilli()
	for _, look := range []struct {
		of, what, query string
		args            []any
	}{
		{"letter in", "daemon %d is at it, and there never was one", `SELECT id, holder FROM inbox WHERE state = 'new' AND holder > ? ORDER BY id`, []any{last}},
		{"letter out", "daemon %d sends it, and there never was one", `SELECT id, holder FROM outbox WHERE state = 'queued' AND lease_until > 0 AND holder > ? ORDER BY id`, []any{last}},
		{"daemon", "daemon %d leads somewhere, and there never was one", `SELECT 0, holder FROM posts WHERE holder > ? ORDER BY name`, []any{last}},
	} {
		if err := tx.Rows(func(scan func(...any) error) error {
			var id, holder int64
			err := scan(&id, &holder)
			faults = append(faults, Fault{Of: look.of, ID: id, What: fmt.Sprintf(look.what, holder), Mend: mend("daemon")})
			return err
		}, look.query, look.args...); err != nil {
			return nil, err
		}
	}
	for _, look := range []struct {
		of, what, query string
		from            int64
	}{
		{"letter out", "a daemon sends it until", `SELECT id, lease_until FROM outbox WHERE state = 'queued' AND lease_until > ? ORDER BY id`, ahead},
		{"daemon", "it lives until", `SELECT id, lease_until FROM daemons WHERE lease_until > ? ORDER BY id`, ahead},
		{"daemon", "it began in the future, at", `SELECT id, started_at FROM daemons WHERE started_at > ? ORDER BY id`, w.now.Add(slack).UnixMilli()},
		{"file", "nothing is sent until", `SELECT 0, deferred_until FROM sending WHERE deferred_until > ?`, ahead},
		{"file", "nothing is sent since the future, at", `SELECT 0, deferred_at FROM sending WHERE deferred_at > ?`, w.now.Add(slack).UnixMilli()},
		{"file", "a mailbox cannot be read since the future, at", `SELECT 0, deaf_at FROM posts WHERE deaf_at > ?`, w.now.Add(slack).UnixMilli()},
	} {
		if err := tx.Rows(func(scan func(...any) error) error {
			var id, at int64
			err := scan(&id, &at)
			faults = append(faults, Fault{Of: look.of, ID: id, What: fmt.Sprintf("%s %s", look.what, said(moment(at))), Mend: mend("daemon")})
			return err
		}, look.query, look.from); err != nil {
			return nil, err
		}
	}
	alive, err := lived(tx, last)
	return append(faults, alive...), err
}

// lived holds the last sign of life against what was played: no letter is answered long after
// one.
func lived(tx *db.Tx, daemons int64) (faults []Fault, err error) {
	beat, err := tx.LastHeartbeat()
	if err != nil {
		return nil, err
	}
	var played int64
	if err := tx.Rows(func(scan func(...any) error) error { return scan(&played) }, `SELECT coalesce(max(turn_at), 0) FROM games`); err != nil {
		return nil, err
	}
	if at := moment(played); at.Sub(beat) > slack && (!beat.IsZero() || daemons > 0) {
		faults = append(faults, Fault{Of: "file", Mend: mend("beat"),
			What: fmt.Sprintf("the last sign of life of a server is of %s, and it played at %s", said(beat), said(at.Truncate(time.Millisecond)))})
	}
	return faults, nil
}
