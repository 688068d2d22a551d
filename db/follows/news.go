package follows

import (
	"time"

	"turnpost/db"
)

// MarkNews notes that something happened in a game, if anybody follows it.
func MarkNews(tx *db.Tx, game, black, white int64) error {
	return tx.Exec(`INSERT INTO followed (game, due_at) SELECT CAST(?1 AS BIGINT), CAST(?4 AS BIGINT)
		WHERE EXISTS (SELECT 1 FROM follow_games WHERE game = ?1 AND done = 0) OR EXISTS (SELECT 1
		FROM follow_players WHERE player IN (?2, ?3))
			OR EXISTS (SELECT 1 FROM pairings AS p JOIN follow_tournaments AS f ON f.tournament = p.tournament
			WHERE p.game = ?1)
		ON CONFLICT (game) DO UPDATE SET due_at = excluded.due_at`, game, black, white, now(tx))
}

// TakenBack notes that plies of a game were taken back to this number, so that what
// followers read beyond it is no longer true.
func TakenBack(tx *db.Tx, game int64, plies int) error {
	return tx.Exec(`UPDATE follow_games SET plies = ?2, undone = 1 WHERE game = ?1 AND plies > ?2`, game, plies)
}

// Next returns a game whose followers are to be told; false if there is none now.
func Next(tx *db.Tx) (game int64, ok bool, err error) {
	ok, err = tx.Found(`SELECT game FROM followed WHERE due_at <= ? ORDER BY due_at, game LIMIT 1`, []any{now(tx)},
		&game)
	return game, ok, err
}

// PutOff lets a game wait whose followers could not be updated.
func PutOff(tx *db.Tx, game int64, until time.Time) error {
	return tx.Exec(`UPDATE followed SET due_at = ? WHERE game = ?`, db.Millis(until), game)
}

// Spread notes for each follower of a game that there is news of it, and deletes its note.
// Followers who read message by message are due now, unless they wait already or read only
// the ends of games and this one is under way.
func Spread(tx *db.Tx, game int64) error {
	if err := execute(tx, []any{game},
		`INSERT INTO follow_games (follower, game) SELECT f.follower, g.id FROM games AS g
			JOIN follow_players AS f ON f.player = g.black AND f.rules IN ('', g.rules)
			`+players+` WHERE g.id = ? AND f.follower NOT IN (g.black, g.white) AND `+seen+` ON CONFLICT DO NOTHING`,
		`INSERT INTO follow_games (follower, game) SELECT f.follower, g.id FROM games AS g
			JOIN follow_players AS f ON f.player = g.white AND f.rules IN ('', g.rules)
			`+players+` WHERE g.id = ? AND f.follower NOT IN (g.black, g.white) AND `+seen+` ON CONFLICT DO NOTHING`,
		`INSERT INTO follow_games (follower, game) SELECT f.follower, g.id FROM games AS g
			JOIN pairings AS p ON p.game = g.id
			JOIN follow_tournaments AS f ON f.tournament = p.tournament
			`+players+` WHERE g.id = ? AND f.follower NOT IN (g.black, g.white) AND `+seen+` ON CONFLICT DO NOTHING`,
		`DELETE FROM followed WHERE game = ?`); err != nil {
		return err
	}
	return tx.Exec(`UPDATE followers SET due_at = ?2 WHERE often = 'every' AND due_at = 0
		AND player IN (SELECT follower FROM follow_games WHERE game = ?1 AND done = 0)
		AND (ends = 0 OR EXISTS (SELECT 1 FROM games WHERE id = ?1 AND result <> 'none' AND clock_due = 0))`, game, now(tx))
}
