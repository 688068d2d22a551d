package db

import "time"

// Leadership is the right to do something that only one daemon does at a time: the
// schedule, or collecting from a mailbox.
type Leadership struct {
	Name   string
	Leader int64 // the daemon; 0: nobody
	// DeafAt is, of a mailbox, since when it cannot be read or nobody reads it;
	// zero: it is read.
	DeafAt time.Time
}

// Leader returns the number of the daemon that has a leadership; 0 if no daemon has it.
func (tx *Tx) Leader(name string) (int64, error) {
	var id int64
	err := tx.row(`SELECT coalesce((SELECT holder FROM posts WHERE name = ?), 0)`, []any{name}, &id)
	return id, err
}

// TakeLeadership gives a leadership to a daemon if it is free, and reports whether the
// daemon now has it. mailbox says that it is the leadership of a mailbox.
func (tx *Tx) TakeLeadership(name string, mailbox bool, daemon int64) (bool, error) {
	if _, err := tx.exec(`INSERT INTO posts (name, holder, mailbox) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder
		WHERE posts.holder = 0`, name, daemon, mailbox); err != nil {
		return false, err
	}
	leader, err := tx.Leader(name)
	return leader == daemon, err
}

// Abandon ends the leaderships of a daemon without a successor: nobody waits for a mailbox
// that is no longer read on purpose.
func (tx *Tx) Abandon(daemon int64) error {
	_, err := tx.exec(`DELETE FROM posts WHERE holder = ?`, daemon)
	return err
}

// Release takes a mailbox from the daemon that cannot read it: nobody leads there,
// and it is deaf.
func (tx *Tx) Release(name string, daemon int64) error {
	_, err := tx.exec(
		`UPDATE posts SET holder = 0, deaf_at = CASE WHEN deaf_at = 0 THEN ? ELSE deaf_at END WHERE name = ?
			AND holder = ?`,
		Millis(tx.Now), name, daemon)
	return err
}

// TimeOutMailbox ends the wait for a mailbox that nobody reads and nobody will read.
// ErrNotFound if there is no such mailbox, or a daemon reads it.
func (tx *Tx) TimeOutMailbox(name string) error {
	return tx.one(`DELETE FROM posts WHERE name = ? AND holder = 0`, name)
}

// SetDeaf stores whether a mailbox can be read, for the daemon that reads it. Calls for
// other daemons change nothing.
func (tx *Tx) SetDeaf(name string, daemon int64, deaf bool) error {
	if !deaf {
		_, err := tx.exec(`UPDATE posts SET deaf_at = 0 WHERE name = ? AND holder = ?`, name, daemon)
		return err
	}
	_, err := tx.exec(`UPDATE posts SET deaf_at = ? WHERE name = ? AND holder = ? AND deaf_at = 0`, Millis(tx.Now),
		name, daemon)
	return err
}

// Deaf reports whether some mailbox cannot be read now. One that nobody has read since
// before a moment does not count.
func (tx *Tx) Deaf(abandoned time.Time) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM posts WHERE deaf_at <> 0 AND (holder <> 0 OR deaf_at > ?))`,
		[]any{Millis(abandoned)}, &yes)
	return yes, err
}

// Leaderships lists the leaderships that were taken and not abandoned.
func (tx *Tx) Leaderships() ([]Leadership, error) {
	return all(tx, func(scan func(...any) error) (Leadership, error) {
		var p Leadership
		var deaf int64
		err := scan(&p.Name, &p.Leader, &deaf)
		p.DeafAt = Moment(deaf)
		return p, err
	}, `SELECT name, holder, deaf_at FROM posts ORDER BY name`)
}
