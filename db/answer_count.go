package db

import "time"

// CountedAnswer is a kind of answer that is counted.
type CountedAnswer string

// The kinds.
const (
	CountedError CountedAnswer = "error" // it only said what was wrong
	CountedLook  CountedAnswer = "look"  // it only showed something, to a writer not proven
	CountedWords CountedAnswer = "words" // none: words without a command that went to an opponent
)

// Told counts the answers of a kind that a player got since a moment, and returns when the
// first of them was sent; zero if there is none.
func (tx *Tx) Told(player int64, kind CountedAnswer, since time.Time) (n int, first time.Time, err error) {
	var at int64
	err = tx.row(
		`SELECT count(*), coalesce(min(told_at), 0) FROM restraints
		WHERE player IN `+mailboxOf(`?1`)+` AND told_at > ?2 AND kind = ?3`, []any{player, Millis(since), kind}, &n, &at)
	return n, Moment(at), err
}

// NotifiedSame counts how often a player was told, since a moment, something whose digest begins
// with these octets.
func (tx *Tx) NotifiedSame(player int64, digest []byte, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM restraints WHERE player = ? AND told_at > ? AND substr(digest, 1, ?) = ?`,
		[]any{player, Millis(since), len(digest), digest}, &n)
	return n, err
}

// NoteNotified stores an answer that is counted, and deletes the player's rows older than
// keep.
func (tx *Tx) NoteNotified(player int64, kind CountedAnswer, digest []byte, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM restraints WHERE player = ? AND told_at <= ?`, player,
		Millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.insert(`INSERT INTO restraints (player, kind, digest, told_at) VALUES (?, ?, ?, ?)`,
		player, kind, digest, Millis(tx.Now))
	return err
}

// NoteNotice stores that others were told of something that a player did, and deletes the
// player's rows older than keep.
func (tx *Tx) NoteNotice(player int64, what string, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM notices WHERE player = ? AND at <= ?`, player,
		Millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.exec(`INSERT INTO notices (player, what, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, player, what,
		Millis(tx.Now))
	return err
}

// Notices counts the rows of NoteNotice of a player between a moment and now.
func (tx *Tx) Notices(player int64, what string, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM notices WHERE player = ? AND what = ? AND at > ? AND at < ?`,
		[]any{player, what, Millis(since), Millis(tx.Now)}, &n)
	return n, err
}
