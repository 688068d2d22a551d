package db

import (
	"fmt"
	"time"
)

// Ply is one ply as it was played.
type Ply struct {
	N        int // from 1
	Move     string
	Letter   int64 // the letter in that played it; 0: none did
	PlayedAt time.Time
}

// Plies lists the plies of a game in order.
func (tx *Tx) Plies(game int64) ([]Ply, error) { return tx.PliesAfter(game, 0) }

// PliesAfter lists the plies of a game after the first n, in order.
func (tx *Tx) PliesAfter(game int64, n int) ([]Ply, error) {
	return all(tx, func(scan func(...any) error) (Ply, error) {
		var p Ply
		var at int64
		err := scan(&p.N, &p.Move, &p.Letter, &at)
		p.PlayedAt = moment(at)
		return p, err
	}, `SELECT n, move, coalesce(letter, 0), played_at FROM plies WHERE game = ? AND n > ? ORDER BY n`, game, n)
}

// AddPlies adds plies that one letter played, or with 0 none, to a game of which
// plies are played, and writes what the game is then. It fails, and must then be
// rolled back, when the game has another number of plies or is over.
func (tx *Tx) AddPlies(g Game, letter int64, moves []string, position, result, reason string) error {
	for i, m := range moves {
		_, err := tx.exec(`INSERT INTO plies (game, n, move, letter, played_at) VALUES (?, ?, ?, nullif(CAST(? AS BIGINT), 0), ?)`,
			g.ID, g.Plies+i+1, m, letter, millis(tx.Now))
		if err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.ID, g.Plies+i+1, err)
		}
	}
	var ended int64
	if result != "none" {
		ended = millis(tx.Now)
	}
	err := tx.one(`UPDATE games SET plies = ?, position = ?, result = ?, reason = ?, ended_at = ?,
		clock_due = CASE WHEN ? = 'none' THEN clock_due ELSE 0 END
		WHERE id = ? AND plies = ? AND result = 'none'`,
		g.Plies+len(moves), position, result, reason, ended, result, g.ID, g.Plies)
	if err != nil {
		return fmt.Errorf("game %d at ply %d: %w", g.ID, g.Plies, err)
	}
	return nil
}

// TakeBack removes the plies of a running game after the first n, and writes
// what the game is then. Letters from before can no longer play.
func (tx *Tx) TakeBack(g Game, n int, position string) error {
	if _, err := tx.exec(`DELETE FROM plies WHERE game = ? AND n > ?`, g.ID, n); err != nil {
		return err
	}
	return tx.one(`UPDATE games SET plies = ?, position = ?, undone = undone + 1, offer = '', offer_by = 0
		WHERE id = ? AND plies = ? AND result = 'none'`, n, position, g.ID, g.Plies)
}
