// Package follows stores which games spectators follow, and how far they have read.
//
// A follower follows a game, the games of a player or those of a tournament. What was read
// is one row for each follower and game (follow_games), so that nothing is told twice.
// Playing a move writes no such row: it notes once that something happened in a followed
// game ([MarkNews]), and [Spread] updates the followers in a transaction of its own. The tables
// of tournaments that a follower has not read (follow_tables) work in the same two steps
// ([TableNews], [SpreadTable]).
//
// A game is shown only while both its players let it be seen; each statement checks that
// (see db.PublicGameOf). Package mail/club/follow decides how far a follower may read, and
// who may follow.
package follows

import (
	"turnpost/db"
)

// seen says, of a game and its players named in a statement, that everybody may see it.
var seen = db.PublicGameOf("g", "b") + ` AND ` + db.PublicGameOf("g", "w")

// players are those of whom it says that.
const players = `JOIN players AS b ON b.id = g.black JOIN players AS w ON w.id = g.white`

// execute executes statements one after another with the same arguments.
func execute(tx *db.Tx, args []any, queries ...string) error {
	for _, q := range queries {
		if err := tx.Exec(q, args...); err != nil {
			return err
		}
	}
	return nil
}

func now(tx *db.Tx) int64 { return db.Millis(tx.Now) }
