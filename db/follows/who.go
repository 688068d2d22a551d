package follows

import (
	"turnpost/db"
)

// May reports whether the game of that number is public, and whether it is over for good.
func May(tx *db.Tx, game int64) (may, over bool, err error) {
	may, err = tx.Found(`SELECT CASE WHEN g.result = 'none' OR g.clock_due <> 0 THEN 0 ELSE 1 END FROM games AS g
		`+players+` WHERE g.id = ? AND `+seen, []any{game}, &over)
	return may, over, err
}

// Lets reports whether a player lets everybody see their games. A bot of the club does,
// and still cannot be followed.
func Lets(tx *db.Tx, player int64) (lets bool, err error) {
	return tx.Found(`SELECT id FROM players WHERE id = ? AND public = 1 AND leaving = 0`, []any{player}, new(int64))
}

// AddGame has a player follow a game, from its first ply on if they have read none of it.
func AddGame(tx *db.Tx, follower, game int64) error {
	return tx.Exec(`INSERT INTO follow_games (follower, game, chosen) VALUES (?, ?, 1)
		ON CONFLICT (follower, game) DO UPDATE SET chosen = 1, done = 0`, follower, game)
}

// running are the games of some player that are under way, of some rules, or with "" of all.
const running = `(SELECT id, black, white FROM games WHERE black = ?2 AND result = 'none' AND (?3 = '' OR rules = ?3)
	UNION SELECT id, black, white FROM games WHERE white = ?2 AND result = 'none' AND (?3 = '' OR rules = ?3))`

// AddPlayer has a player follow another's games of some rules, or with "" all: also the next
// that begin.
func AddPlayer(tx *db.Tx, follower, player int64, rules string) error {
	if err := tx.Exec(
		`INSERT INTO follow_players (follower, player, rules, made_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		follower, player, rules, now(tx)); err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO follow_games (follower, game) SELECT CAST(?1 AS BIGINT), g.id FROM `+running+` AS g
		`+players+` WHERE ?1 NOT IN (g.black, g.white) AND `+seen+` ON CONFLICT DO NOTHING`, follower, player, rules)
}

// AddTournament has a player follow the games of a tournament.
func AddTournament(tx *db.Tx, follower, tournament int64) error {
	if err := tx.Exec(
		`INSERT INTO follow_tournaments (follower, tournament, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		follower, tournament, now(tx)); err != nil {
		return err
	}
	// Each game is looked up by its key: the running ones may be a million.
	return tx.Exec(`INSERT INTO follow_games (follower, game) SELECT CAST(?1 AS BIGINT), p.game FROM pairings AS p
		WHERE p.tournament = ?2 AND (SELECT count(*) FROM games AS g `+players+`
			WHERE g.id = p.game AND g.result = 'none' AND ?1 NOT IN (g.black, g.white) AND `+seen+`) = 1
		ON CONFLICT DO NOTHING`, follower, tournament)
}

// FollowedItem is one thing that a player follows: a game, the games of a player, or a tournament.
type FollowedItem struct {
	Game, Player, Tournament int64  // one of these
	Rules                    string // of a player: of these alone, or ""
}

// List lists what a player follows, by games, players and tournaments, without games that
// were told to their end and tournaments that are over.
func List(tx *db.Tx, follower int64) (out []FollowedItem, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var f FollowedItem
		kind := 0
		err := scan(&kind, &f.Game, &f.Player, &f.Tournament, &f.Rules)
		out = append(out, f)
		return err
	}, `SELECT 1 AS kind, game, 0 AS player, 0 AS tournament, '' AS rules FROM follow_games WHERE follower = ?1
		AND chosen = 1 AND done = 0
		UNION ALL SELECT 2, 0, player, 0, rules FROM follow_players WHERE follower = ?1
		UNION ALL SELECT 3, 0, 0, f.tournament, '' FROM follow_tournaments AS f
		JOIN tournaments AS t ON t.id = f.tournament WHERE f.follower = ?1 AND t.state <> 'over'
		ORDER BY 1, 2, 3, 5, 4`, follower)
	return out, err
}

// Drop ends one thing that a player follows, and its games unless something else makes the
// player follow them. It reports whether the player followed it.
func Drop(tx *db.Tx, follower int64, f FollowedItem) (dropped bool, err error) {
	switch {
	case f.Game != 0: // it stays followed no more, though its player may be
		return tx.Found(
			`UPDATE follow_games SET chosen = 0, done = 1 WHERE follower = ? AND game = ? AND done = 0
				RETURNING game`, []any{follower, f.Game}, new(int64))
	case f.Player != 0:
		dropped, err = tx.Found(
			`DELETE FROM follow_players WHERE follower = ?1 AND player = ?2 AND (?3 = '' OR rules = ?3)
				RETURNING player`, []any{follower, f.Player, f.Rules}, new(int64))
	default:
		dropped, err = tx.Found(
			`DELETE FROM follow_tournaments WHERE follower = ? AND tournament = ? RETURNING tournament`,
			[]any{follower, f.Tournament}, new(int64))
	}
	if err != nil || !dropped {
		return dropped, err
	}
	if f.Tournament != 0 {
		if err := tx.Exec(`DELETE FROM follow_tables WHERE follower = ? AND tournament = ?`, follower,
			f.Tournament); err != nil {
			return true, err
		}
	}
	return true, tx.Exec(`DELETE FROM follow_games WHERE follower = ?1 AND chosen = 0 AND done = 0
		AND NOT EXISTS (SELECT 1 FROM follow_players AS f JOIN games AS g ON f.player IN (g.black, g.white)
		AND f.rules IN ('', g.rules)
			WHERE f.follower = ?1 AND g.id = follow_games.game)
		AND NOT EXISTS (SELECT 1 FROM follow_tournaments AS f JOIN pairings AS p ON p.tournament = f.tournament
			WHERE f.follower = ?1 AND p.game = follow_games.game)`, follower)
}

// DropAll ends everything that a player follows; how they read is kept.
func DropAll(tx *db.Tx, follower int64) error {
	return execute(tx, []any{follower}, `DELETE FROM follow_games WHERE follower = ?`,
		`DELETE FROM follow_players WHERE follower = ?`,
		`DELETE FROM follow_tournaments WHERE follower = ?`, `DELETE FROM follow_tables WHERE follower = ?`,
		`UPDATE followers SET due_at = 0 WHERE player = ?`)
}

// theirs are the numbers of the games of some player.
const theirs = `(SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1)`

// DropPlayer ends everything that anybody follows of a player's games.
func DropPlayer(tx *db.Tx, player int64) error {
	return execute(tx, []any{player}, `DELETE FROM follow_players WHERE player = ?1`,
		`DELETE FROM follow_games WHERE done = 0 AND game IN `+theirs, `DELETE FROM week_games WHERE game IN `+theirs)
}

// DropBetween ends what each of two players follows of the other's games.
func DropBetween(tx *db.Tx, one, other int64) error {
	for _, pair := range [][]any{{one, other}, {other, one}} {
		if err := execute(tx, pair, `DELETE FROM follow_players WHERE player = ?1 AND follower = ?2`,
			`UPDATE follow_games SET chosen = 0, done = 1 WHERE follower = ?2 AND done = 0 AND game IN `+
				theirs); err != nil {
			return err
		}
	}
	return nil
}

// AfterMerge tidies what is followed when another player has become into (see [db.Tx.Merge]).
// Players do not follow themselves, their own games or their own divisions; what into has
// been reading is looked up again. Games that are no longer public are no longer followed.
func AfterMerge(tx *db.Tx, into int64) error {
	const (
		theirs  = `(SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1)`
		private = ` AND EXISTS (SELECT 1 FROM players WHERE id = ?1 AND public = 0)`
	)
	return execute(tx, []any{into, now(tx)},
		`DELETE FROM follow_players WHERE follower = ?1 AND player = ?1`,
		`DELETE FROM follow_games WHERE follower = ?1 AND game IN `+theirs,
		`DELETE FROM follow_tables WHERE follower = ?1 AND EXISTS (SELECT 1 FROM entrants AS e
			WHERE e.player = ?1 AND e.tournament = follow_tables.tournament
			AND e.division = follow_tables.division)`,
		`UPDATE followers SET due_at = ?2 WHERE player = ?1 AND due_at = 0`,
		`DELETE FROM follow_players WHERE player = ?1`+private,
		`DELETE FROM follow_games WHERE done = 0 AND game IN `+theirs+private,
		`DELETE FROM week_games WHERE game IN `+theirs+private)
}
