// Package follows keeps who follows which games, and up to where they have read them.
//
// One follows a game, the games of a player or those of a tournament. What was read stands
// in one row for each follower and game (follow_games), so that nothing is told twice. Who
// plays writes no such row: that something happened in a followed game is one row ([News]),
// and [Spread] makes of it what concerns each follower, in a transaction of its own.
//
// Of the tables of a tournament it is kept which a follower has not read (follow_tables), in
// the same two steps ([TableNews], [SpreadTable]).
//
// A game is shown only while both its players let it be seen, which each statement asks
// anew: package db says what that means. How far a follower may read, and who may
// follow, is package mail/club/follow's business.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package follows

import (
	"turnpost/db"
)

// seen says, of a game and its players named in a statement, that everybody may see it.
var seen = db.PublicPlayer("b") + ` AND ` + db.PublicPlayer("w")

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
