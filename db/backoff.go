package db

// Work on a player that failed is tried again after a minute, and after twice as long each
// further time, up to an hour. Its table has a row for each player, with the columns
// failures and due_at; both are 0 where nothing failed.
const (
	backoffFirst   = 60_000 // milliseconds
	backoffLongest = 60 * backoffFirst
)

// notBackedOff is a condition with two parameters (see backoffBounds): the row need not
// wait. A moment that is much too far ahead was written when the clock was wrong.
const notBackedOff = `due_at NOT BETWEEN ? AND ?`

// backoffBounds are the arguments of notBackedOff.
func (tx *Tx) backoffBounds() (from, to int64) {
	return Millis(tx.Now) + 1, Millis(tx.Now) + 2*backoffLongest
}

// backOff notes in a table that work on a player failed.
func (tx *Tx) backOff(table string, player int64) error {
	return tx.Exec(`UPDATE `+table+` SET failures = failures + 1,
		due_at = CAST(?2 AS BIGINT) + CASE WHEN failures < 6 THEN CAST(?3 AS BIGINT) << failures
		ELSE CAST(?4 AS BIGINT) END WHERE player = ?1`,
		player, Millis(tx.Now), backoffFirst, backoffLongest)
}
