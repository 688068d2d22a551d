package db

import "time"

// Post is something that only one daemon at a time does.
type Post struct {
	Name   string
	Holder int64 // the daemon; 0: nobody
	// DeafAt is, of a mailbox, since when it cannot be read or nobody reads it;
	// zero: it is read.
	DeafAt time.Time
}

// Holder is the daemon that holds a post; 0: nobody does.
func (tx *Tx) Holder(post string) (int64, error) {
	var id int64
	err := tx.row(`SELECT coalesce((SELECT holder FROM posts WHERE name = ?), 0)`, []any{post}, &id)
	return id, err
}

// TakePost gives a post to a daemon, and reports whether the daemon now holds it. mailbox
// says that the post is the collecting from a mailbox.
func (tx *Tx) TakePost(post string, mailbox bool, daemon int64) (bool, error) {
	if _, err := tx.exec(`INSERT INTO posts (name, holder, mailbox) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder WHERE posts.holder = 0`, post, daemon, mailbox); err != nil {
		return false, err
	}
	holder, err := tx.Holder(post)
	return holder == daemon, err
}

// Abandon gives a post up that nobody will fill: a mailbox that is read no more
// on purpose is not deaf.
func (tx *Tx) Abandon(daemon int64) error {
	_, err := tx.exec(`DELETE FROM posts WHERE holder = ?`, daemon)
	return err
}

// Release takes a mailbox from the daemon that cannot read it: nobody holds it,
// and it is deaf.
func (tx *Tx) Release(post string, daemon int64) error {
	_, err := tx.exec(`UPDATE posts SET holder = 0, deaf_at = CASE WHEN deaf_at = 0 THEN ? ELSE deaf_at END WHERE name = ? AND holder = ?`,
		millis(tx.Now), post, daemon)
	return err
}

// Forsake gives up a post that nobody holds and nobody will. ErrNotFound if there
// is none of that name, or a daemon holds it.
func (tx *Tx) Forsake(post string) error {
	return tx.one(`DELETE FROM posts WHERE name = ? AND holder = 0`, post)
}

// SetDeaf notes that a mailbox can be read, or cannot, by the daemon that holds
// it. What another one says of it changes nothing.
func (tx *Tx) SetDeaf(post string, daemon int64, deaf bool) error {
	if !deaf {
		_, err := tx.exec(`UPDATE posts SET deaf_at = 0 WHERE name = ? AND holder = ?`, post, daemon)
		return err
	}
	_, err := tx.exec(`UPDATE posts SET deaf_at = ? WHERE name = ? AND holder = ? AND deaf_at = 0`, millis(tx.Now), post, daemon)
	return err
}

// Deaf reports whether some mailbox cannot be read now. One that nobody has read
// since before a moment is not waited for.
func (tx *Tx) Deaf(abandoned time.Time) (bool, error) {
	var yes bool
	err := tx.row(`SELECT EXISTS (SELECT 1 FROM posts WHERE deaf_at <> 0 AND (holder <> 0 OR deaf_at > ?))`, []any{millis(abandoned)}, &yes)
	return yes, err
}

// Posts lists what was ever held and not abandoned.
func (tx *Tx) Posts() ([]Post, error) {
	return all(tx, func(scan func(...any) error) (Post, error) {
		var p Post
		var deaf int64
		err := scan(&p.Name, &p.Holder, &deaf)
		p.DeafAt = moment(deaf)
		return p, err
	}, `SELECT name, holder, deaf_at FROM posts ORDER BY name`)
}
