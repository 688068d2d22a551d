// Package forgetting erases what is left of a player who was forgotten, piece by piece.
//
// The transaction that answers a player's yes takes away who they are: address, name,
// settings, ratings, what they wanted of others (db.Tx.Forget). What may name them
// elsewhere can be as large as the database: the words and subjects of their games, the
// text of every letter to anybody, since lists and standings name people, and every
// letter in that quotes one. That is erased here, in transactions of which each touches
// at most 500 rows and half a megabyte of text, or an eighth of that where the disk is slow,
// so that nobody waits for one. A row of the
// table forgettings says how far it is, in the same transaction as each piece: after a
// crash whichever daemon is next goes on from there. It holds the addresses to be looked
// for, and goes with the last piece. A piece that fails is tried again later, less and
// less often, and those of other players do not wait for it.
//
// The steps stand in an order. Subjects come first, so that no letter that is written
// later names the player; which letters out there are is asked only then. The last
// letter to the player waits until all is done (see db.Tx.Claim), as it says that it is.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package forgetting

// The measures of a whole piece.
const (
	most    = 500     // rows that are found by a key
	letters = 100     // whose text is erased, or looked through
	octets  = 1 << 19 // of those, unless the first alone has more
	games   = 20      // of the player; each with its words
)

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Rows reads the rows of one, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
	// Holds is a condition: octets hold a text, in any case of a-z.
	Holds(octets, text string) string
	// Moment is that of the transaction, in milliseconds since 1970.
	Moment() int64
}
