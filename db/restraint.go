package db

import "time"

// The kinds of answers that are counted.
const (
	RestraintError = "error" // it only said what was wrong
	RestraintLook  = "look"  // it only showed something, to a writer not proven
)

// Told counts the answers of a kind that a player was given since a moment.
func (tx *Tx) Told(player int64, kind string, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM restraints WHERE player = ? AND told_at > ? AND kind = ?`,
		[]any{player, millis(since), kind}, &n)
	return n, err
}

// ToldSame reports whether a player was told the same since a moment.
func (tx *Tx) ToldSame(player int64, digest []byte, since time.Time) (bool, error) {
	var n int
	err := tx.row(`SELECT count(*) FROM restraints WHERE player = ? AND told_at > ? AND digest = ?`,
		[]any{player, millis(since), digest}, &n)
	return n > 0, err
}

// Tell notes an answer that is counted, and forgets the player's older than
// keep.
func (tx *Tx) Tell(player int64, kind string, digest []byte, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM restraints WHERE player = ? AND told_at <= ?`, player, millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.insert(`INSERT INTO restraints (player, kind, digest, told_at) VALUES (?, ?, ?, ?)`,
		player, kind, digest, millis(tx.Now))
	return err
}
