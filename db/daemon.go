package db

import (
	"errors"
	"time"
)

// Daemon is a running server of this database, perhaps one of several. Nobody else touches
// the messages and leaderships that it holds before its lease ends.
type Daemon struct {
	ID         int64
	Name       string // for the operator
	StartedAt  time.Time
	LeaseUntil time.Time
}

const daemonColumns = `id, name, started_at, lease_until`

func scanDaemon(scan func(...any) error) (Daemon, error) {
	var d Daemon
	var started, until int64
	err := scan(&d.ID, &d.Name, &started, &until)
	d.StartedAt, d.LeaseUntil = Moment(started), Moment(until)
	return d, err
}

// Join adds a daemon with a lease from now on, and returns its number. Numbers are never
// used twice.
func (tx *Tx) Join(name string, lease time.Duration) (int64, error) {
	return tx.insert(`INSERT INTO daemons (name, started_at, lease_until) VALUES (?, ?, ?)`,
		name, Millis(tx.Now), Millis(tx.Now.Add(lease)))
}

// Renew extends a daemon's lease. ErrNotFound if the daemon was removed: others may hold
// what it held.
func (tx *Tx) Renew(id int64, lease time.Duration) error {
	return tx.one(`UPDATE daemons SET lease_until = ? WHERE id = ?`, Millis(tx.Now.Add(lease)), id)
}

// Daemon returns the daemon of that number. ErrNotFound if it was removed.
func (tx *Tx) Daemon(id int64) (Daemon, error) {
	return get(tx, scanDaemon, `SELECT `+daemonColumns+` FROM daemons WHERE id = ?`, id)
}

// Daemons lists the daemons that were not removed.
func (tx *Tx) Daemons() ([]Daemon, error) {
	return all(tx, scanDaemon, `SELECT `+daemonColumns+` FROM daemons ORDER BY id`)
}

// Living lists the daemons whose lease has not ended.
func (tx *Tx) Living() ([]Daemon, error) {
	return all(tx, scanDaemon, `SELECT `+daemonColumns+
		` FROM daemons WHERE lease_until > ? AND lease_until <= ? ORDER BY id`,
		Millis(tx.Now), Millis(tx.Now.Add(Ahead)))
}

// Leave removes a daemon and releases what it held: messages in that it was answering,
// messages out that it was sending, and its leaderships. A mailbox that it collected from
// counts as unread until another daemon collects from it or Abandon is called.
func (tx *Tx) Leave(id int64) error {
	free := tx.free(`= ?`, id)
	_, gone := tx.exec(`DELETE FROM daemons WHERE id = ?`, id)
	return errors.Join(free, gone)
}

// stray is the condition that a number belongs to no daemon.
const stray = `> 0 AND holder NOT IN (SELECT id FROM daemons)`

// Stray reports whether a message or a leadership is held by a number that belongs to no
// daemon. A removed daemon that does not know it yet may claim something and then die.
func (tx *Tx) Stray() (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE state = 'new' AND holder `+stray+`)
		OR EXISTS (SELECT 1 FROM outbox WHERE state = 'queued' AND lease_until > 0 AND holder `+stray+`)
		OR EXISTS (SELECT 1 FROM posts WHERE holder `+stray+`)`, nil, &yes)
	return yes, err
}

// FreeStray releases, as Leave does, what such numbers hold.
func (tx *Tx) FreeStray() error { return tx.free(stray) }

// free releases what some holders hold.
func (tx *Tx) free(holders string, args ...any) error {
	_, in := tx.exec(`UPDATE inbox SET holder = 0 WHERE state = 'new' AND holder `+holders, args...)
	_, out := tx.exec(`UPDATE outbox SET holder = 0, lease_until = 0 WHERE state = 'queued' AND holder `+holders,
		args...)
	_, posts := tx.exec(`UPDATE posts SET holder = 0,
		deaf_at = CASE WHEN mailbox = 1 AND deaf_at = 0 THEN ? ELSE deaf_at END WHERE holder `+holders, append([]any{Millis(tx.Now)}, args...)...)
	return errors.Join(in, out, posts)
}
