package ladders

import (
	"time"

	"turnpost/db"
	"turnpost/db/column"
)

// Game is one of a ladder.
type Game struct {
	ID                     int64
	Rules                  string
	Challenger, Challenged int64
	EndedAt                time.Time // since when it moves nobody any more; zero: it counts
}

func games(tx *db.Tx, which string, args ...any) (out []Game, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var g Game
		var ended int64
		err := scan(&g.ID, &g.Rules, &g.Challenger, &g.Challenged, &ended)
		g.EndedAt = column.Moment(ended)
		out = append(out, g)
		return err
	}, which, args...)
	return out, err
}

const gameColumns = `SELECT game, rules, challenger, challenged, ended_at FROM ladder_games `

// AddGame notes that a game is one of a ladder.
func AddGame(tx *db.Tx, g Game) error {
	return db.Exec(tx, `INSERT INTO ladder_games (game, rules, challenger, challenged) VALUES (?, ?, ?, ?)`, g.ID, g.Rules, g.Challenger, g.Challenged)
}

// EndGame notes that a game moves nobody any more.
func EndGame(tx *db.Tx, game int64) error {
	return db.Exec(tx, `UPDATE ladder_games SET ended_at = ? WHERE game = ?`, column.Millis(tx.Now), game)
}

// OfGame returns the part that a game has in a ladder. db.ErrNotFound: it has none.
func OfGame(tx *db.Tx, game int64) (Game, error) {
	found, err := games(tx, gameColumns+`WHERE game = ?`, game)
	if err == nil && len(found) == 0 {
		err = db.ErrNotFound
	}
	if err != nil {
		return Game{}, err
	}
	return found[0], nil
}

// Running lists the games of a ladder that a player has under way in it.
func Running(tx *db.Tx, rules string, player int64) ([]Game, error) {
	return games(tx, gameColumns+`WHERE challenger = ?1 AND rules = ?2 AND ended_at = 0
		UNION ALL `+gameColumns+`WHERE challenged = ?1 AND rules = ?2 AND ended_at = 0 ORDER BY game`, player, rules)
}

// LastEnd is when a player's last game of a ladder ended; zero: they had none, or one is
// the first and under way.
func LastEnd(tx *db.Tx, rules string, player int64) (time.Time, error) {
	var at int64
	err := tx.Rows(func(scan func(...any) error) error { return scan(&at) }, `SELECT coalesce(max(at), 0) FROM (
		SELECT max(ended_at) AS at FROM ladder_games WHERE challenger = ?1 AND rules = ?2
		UNION ALL SELECT max(ended_at) FROM ladder_games WHERE challenged = ?1 AND rules = ?2) AS ends`, player, rules)
	return column.Moment(at), err
}

// Since lists who has a game of a ladder with a player under way, or one that has ended
// since a moment.
func Since(tx *db.Tx, rules string, player int64, since time.Time) (met map[int64]bool, err error) {
	met = map[int64]bool{}
	err = tx.Rows(func(scan func(...any) error) error {
		var other int64
		err := scan(&other)
		met[other] = true
		return err
	}, `SELECT challenged FROM ladder_games WHERE challenger = ?1 AND rules = ?2 AND (ended_at = 0 OR ended_at > ?3)
		UNION SELECT challenger FROM ladder_games WHERE challenged = ?1 AND rules = ?2 AND (ended_at = 0 OR ended_at > ?3)`, player, rules, column.Millis(since))
	return met, err
}
