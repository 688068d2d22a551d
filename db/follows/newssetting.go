package follows

import (
	"math"
	"time"

	"turnpost/db"
)

// NewsSetting says how a player gets the news of what they follow.
type NewsSetting struct {
	Every bool // message by message; else in the digests
	Ends  bool // games that are over alone
	// Due is when it is to be looked what they have not read; zero: when something happens.
	Due time.Time
}

// NewsSettingOf returns the setting of a player; false if they have never followed anything.
func NewsSettingOf(tx *db.Tx, player int64) (r NewsSetting, set bool, err error) {
	often, due := "", int64(0)
	set, err = tx.Found(`SELECT often, ends, due_at FROM followers WHERE player = ?`, []any{player}, &often, &r.Ends,
		&due)
	r.Every, r.Due = often == "every", db.Moment(due)
	return r, set, err
}

// SetNewsSetting stores the setting of a player.
func SetNewsSetting(tx *db.Tx, player int64, r NewsSetting) error {
	often, ends := "digest", 0
	if r.Every {
		often = "every"
	}
	if r.Ends {
		ends = 1
	}
	return tx.Exec(`INSERT INTO followers (player, often, ends, due_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET often = excluded.often, ends = excluded.ends,
		due_at = excluded.due_at`, player, often, ends, db.Millis(r.Due))
}

// NextReader returns a player who is due; false if there is none.
func NextReader(tx *db.Tx) (player int64, ok bool, err error) {
	ok, err = tx.Found(
		`SELECT player FROM followers WHERE due_at <> 0 AND due_at <= ? ORDER BY due_at, player LIMIT 1`,
		[]any{now(tx)}, &player)
	return player, ok, err
}

// Waits reports whether a message about what a player follows is still to be sent.
func Waits(tx *db.Tx, player int64) (bool, error) {
	return tx.Found(`SELECT id FROM outbox WHERE player = ? AND thread = ? AND state = 'queued' LIMIT 1`,
		[]any{player, db.ThreadFollowing}, new(int64))
}

// UnreadGame is a game that a follower is to be told about, from ply Read on, the last one
// that they have read.
type UnreadGame struct {
	Game   int64
	Read   int
	Undone bool // some that they had read were taken back
}

// Unreads lists at most most games that a follower has not read, if they may read up to
// late plies before the last of a game under way: games that are over first, then those
// that were told longest ago. With ends set it lists only games that are over.
func Unreads(tx *db.Tx, follower int64, late int, ends bool, most int) (out []UnreadGame, err error) {
	query := `SELECT f.game, f.plies, f.undone FROM follow_games AS f JOIN games AS g ON g.id = f.game
		` + players + `
		WHERE f.follower = ?1 AND f.done = 0 AND ?1 NOT IN (g.black, g.white) AND ` + seen
	if ends {
		late = math.MaxInt32 // no game has so many plies
	}
	query += ` AND (g.result <> 'none' AND g.clock_due = 0 OR g.plies - ?2 > f.plies)`
	err = tx.Rows(func(scan func(...any) error) error {
		var u UnreadGame
		err := scan(&u.Game, &u.Read, &u.Undone)
		out = append(out, u)
		return err
	}, query+` ORDER BY CASE g.result WHEN 'none' THEN 1 ELSE 0 END, f.told_at, f.game LIMIT ?3`, follower, late, most)
	return out, err
}

// Told notes up to which ply a follower has read a game, and whether that is all of it.
func Told(tx *db.Tx, follower, game int64, plies int, done bool) error {
	over := 0
	if done {
		over = 1
	}
	return tx.Exec(
		`UPDATE follow_games SET plies = ?, undone = 0, done = ?, told_at = ? WHERE follower = ? AND game = ?`, plies,
		over, now(tx), follower, game)
}

// kept is how long it is remembered that a game was read to its end; the best games of a
// week are chosen by it.
const kept = 15 * 24 * time.Hour

// Tidy deletes games that a follower has read to their end, unread games that ended too
// long ago to be news, and tournaments that are over.
func Tidy(tx *db.Tx, follower int64) error {
	return execute(tx, []any{follower, db.Millis(tx.Now.Add(-kept))},
		`DELETE FROM follow_games WHERE follower = ?1 AND (done = 0 OR told_at < ?2) AND EXISTS (SELECT 1
			FROM games AS g
			WHERE g.id = follow_games.game AND g.result <> 'none' AND (follow_games.done = 1 OR g.ended_at < ?2))`,
		`DELETE FROM follow_tournaments WHERE follower = ?1 AND tournament IN (SELECT id FROM tournaments
			WHERE state = 'over' AND ended_at < ?2)`,
		`DELETE FROM follow_tables WHERE follower = ?1 AND tournament IN (SELECT id FROM tournaments
			WHERE state = 'over' AND ended_at < ?2)`)
}
