// Package putoff lets a player wait for whom a piece of work failed, so that others have
// their turn: a minute, and twice as long each time that it fails again, up to an hour.
//
// The work stands in a table with a row for each player, whose columns failures and due_at
// are this package's; both are 0 where nothing failed. Statements are written as SQLite
// has them; package db binds them for its engine.
package putoff

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Moment is that of the transaction, in milliseconds since 1970.
	Moment() int64
}

const (
	minute  = 60_000 // milliseconds
	longest = 60 * minute
)

// Due is a condition, of two arguments, that holds for the rows that do not wait. What
// seems to wait for much longer than it may was put off by a clock that was ahead.
const Due = `due_at NOT BETWEEN ? AND ?`

// Between are the arguments of Due.
func Between(tx Tx) (from, to int64) { return tx.Moment() + 1, tx.Moment() + 2*longest }

// Row notes in a table that a player's next piece failed, and lets it wait.
func Row(tx Tx, table string, player int64) error {
	return tx.Exec(`UPDATE `+table+` SET failures = failures + 1,
		due_at = CAST(?2 AS BIGINT) + CASE WHEN failures < 6 THEN CAST(?3 AS BIGINT) << failures ELSE CAST(?4 AS BIGINT) END WHERE player = ?1`,
		player, tx.Moment(), minute, longest)
}
