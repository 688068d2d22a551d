package follows

import (
	"time"

	"turnpost/db"
)

// Ended notes a game that may be one of the best of the week, and deletes older ones.
func Ended(tx *db.Tx, game db.Game) error {
	if err := tx.Exec(`DELETE FROM week_games WHERE ended_at < ?`, db.Millis(tx.Now.Add(-kept))); err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO week_games (game, ended_at) VALUES (?, ?) ON CONFLICT DO NOTHING`, game.ID,
		db.Millis(game.EndedAt))
}

// BestGame is one of the best games, with the number of followers who have read it and of
// plies at which it turned.
type BestGame struct {
	Game              int64
	Readers, Turnings int
}

// BestBetween lists at most most of the best public games that ended between two moments:
// those that most followers have read first, then those that turned at the fewest plies,
// then the longest. Games for which no such ply was found come last: perhaps nobody
// looked, or a player wants no analysis.
func BestBetween(tx *db.Tx, from, to time.Time, most int) (out []BestGame, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var b BestGame
		none := 0
		err := scan(&b.Game, &b.Readers, &b.Turnings, &none)
		out = append(out, b)
		return err
	}, `SELECT game, readers, turned, CASE turned WHEN 0 THEN 1 ELSE 0 END AS none FROM (SELECT k.game, g.plies,
		(SELECT count(*) FROM follow_games AS f WHERE f.game = k.game AND f.told_at > 0) AS readers,
			CASE WHEN b.no_analysis = 1 OR w.no_analysis = 1 THEN 0 ELSE (SELECT count(*) FROM turnings AS t
			WHERE t.game = k.game) END AS turned
		FROM week_games AS k JOIN games AS g ON g.id = k.game `+players+`
		WHERE k.ended_at >= ? AND k.ended_at < ? AND g.result IN ('black', 'white', 'draw') AND `+seen+`) AS best
		ORDER BY readers DESC, none, turned, plies DESC, game LIMIT ?`, db.Millis(from), db.Millis(to), most)
	return out, err
}

// BestDue returns when a player is told the best of a week; false if they do not want it.
func BestDue(tx *db.Tx, player int64) (due time.Time, wanted bool, err error) {
	at := int64(0)
	wanted, err = tx.Found(`SELECT due_at FROM best_weeks WHERE player = ?`, []any{player}, &at)
	return db.Moment(at), wanted, err
}

// SetBest stores when a player is told the best of a week.
func SetBest(tx *db.Tx, player int64, due time.Time) error {
	return tx.Exec(
		`INSERT INTO best_weeks (player, due_at) VALUES (?, ?) ON CONFLICT (player) DO UPDATE
			SET due_at = excluded.due_at`, player, db.Millis(due))
}

// StopBest ends it.
func StopBest(tx *db.Tx, player int64) error {
	return tx.Exec(`DELETE FROM best_weeks WHERE player = ?`, player)
}

// NextBest returns a player who is due; false if there is none.
func NextBest(tx *db.Tx) (player int64, ok bool, err error) {
	ok, err = tx.Found(`SELECT player FROM best_weeks WHERE due_at <= ? ORDER BY due_at, player LIMIT 1`,
		[]any{now(tx)}, &player)
	return player, ok, err
}
