package db

import (
	"fmt"
	"time"
)

// PlayedPly is one ply as it was played.
type PlayedPly struct {
	N        int // from 1
	Move     string
	Message  int64 // the message in that played it; 0: none did
	PlayedAt time.Time
}

// Plies lists the plies of a game in order.
func (tx *Tx) Plies(game int64) ([]PlayedPly, error) { return tx.PliesAfter(game, 0) }

// PliesAfter lists the plies of a game after the first n, in order.
func (tx *Tx) PliesAfter(game int64, n int) ([]PlayedPly, error) {
	return all(tx, func(scan func(...any) error) (PlayedPly, error) {
		var p PlayedPly
		var at int64
		err := scan(&p.N, &p.Move, &p.Message, &at)
		p.PlayedAt = Moment(at)
		return p, err
	}, `SELECT n, move, coalesce(message, 0), played_at FROM plies WHERE game = ? AND n > ? ORDER BY n`, game, n)
}

// AddPlies adds plies to a game and stores its new state and the clock of g, which becomes the
// game as stored. message is the message in that played them, or 0. It returns an error, and
// the transaction must then be rolled back, when the game has another number of plies than g
// or is over.
func (tx *Tx) AddPlies(g *Game, message int64, moves []string, position string, result Result,
	reason string) error {
	s, err := tx.sealer()
	if err != nil {
		return err
	}
	last := g.Seal
	if last == nil { // an older game: its plies are sealed with the next
		if last, err = tx.SealAfter(g.start(), g.Plies); err != nil {
			return err
		}
	}
	for i, m := range moves {
		last = s.Ply(last,
			SealedPly{Game: g.ID, N: g.Plies + i + 1, Move: m, Message: message, PlayedAt: Millis(tx.Now)})
		err := tx.Exec(
			`INSERT INTO plies (game, n, move, message, played_at, seal)
				VALUES (?, ?, ?, nullif(CAST(? AS BIGINT), 0), ?, ?)`,
			g.ID, g.Plies+i+1, m, message, Millis(tx.Now), last)
		if err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.ID, g.Plies+i+1, err)
		}
	}
	id, before := g.ID, g.Plies
	g.Plies, g.Result, g.Reason, g.EndedAt, g.Seal = g.Plies+len(moves), result, reason, time.Time{}, last
	if result != Undecided {
		if err := tx.Whole(); err != nil {
			return err
		}
		g.EndedAt, g.ClockDue = tx.Now, time.Time{}
	}
	err = tx.saveSealed(g, `plies = ?, position = ?, result = ?, reason = ?, ended_at = ?, `+clockSet,
		`plies = ? AND result = 'none'`, append([]any{g.Plies, position, result, reason, Millis(g.EndedAt)},
			append(g.clock(), before)...)...)
	if err != nil {
		return fmt.Errorf("game %d at ply %d: %w", id, before, err)
	}
	return nil
}

// TakeBack removes the plies of a running game after the first n, and stores its new
// state, which g becomes. Messages from before can no longer play.
func (tx *Tx) TakeBack(g *Game, n int, position string) error {
	if _, err := tx.exec(`DELETE FROM plies WHERE game = ? AND n > ?`, g.ID, n); err != nil {
		return err
	}
	if g.Seal != nil {
		var err error
		if g.Seal, err = tx.SealAfter(g.start(), n); err != nil {
			return err
		}
	}
	before := g.Plies
	g.Plies, g.Undone = n, g.Undone+1
	return tx.saveSealed(g, `plies = ?, position = ?, undone = ?, offer = '', offer_by = 0`,
		`plies = ? AND result = 'none'`, n, position, g.Undone, before)
}
