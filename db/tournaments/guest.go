package tournaments

import (
	"time"

	"turnpost/db"
)

// Guest is a player who was asked whether they take part in a cup that has not begun, and has not answered.
type Guest struct {
	Tournament, Player int64
	AskedAt            time.Time
}

const waiting = `answered_at = 0 AND EXISTS (SELECT 1 FROM tournaments WHERE id = tournament AND state = 'open')`

func guests(tx *db.Tx, where string, args ...any) (out []Guest, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var g Guest
		var asked int64
		err := scan(&g.Tournament, &g.Player, &asked)
		g.AskedAt = db.Moment(asked)
		out = append(out, g)
		return err
	}, `SELECT tournament, player, asked_at FROM cup_guests WHERE `+waiting+` AND `+where, args...)
	return out, err
}

// AddGuest notes that a player is asked whether they take part in a cup. db.ErrExists if they were.
func AddGuest(tx *db.Tx, tournament, player int64) error {
	return tx.Exec(`INSERT INTO cup_guests (tournament, player, asked_at) VALUES (?, ?, ?)`, tournament, player,
		db.Millis(tx.Now))
}

// GuestAnswers notes that a player who was asked takes part in a cup, or declines. The last answer counts.
func GuestAnswers(tx *db.Tx, tournament, player int64, declined bool) error {
	return tx.Exec(`UPDATE cup_guests SET answered_at = ?, declined = ? WHERE tournament = ? AND player = ?`,
		db.Millis(tx.Now), declined, tournament, player)
}

// Guests lists those of a cup by number, and GuestOf the cups for which a player was asked.
func Guests(tx *db.Tx, tournament int64) ([]Guest, error) {
	return guests(tx, `tournament = ? ORDER BY player`, tournament)
}
func GuestOf(tx *db.Tx, player int64) ([]Guest, error) {
	return guests(tx, `player = ? ORDER BY tournament`, player)
}

// WasAsked reports whether a player was ever asked whether they take part in a cup.
func WasAsked(tx *db.Tx, tournament, player int64) (bool, error) {
	return tx.Found(`SELECT player FROM cup_guests WHERE tournament = ? AND player = ?`, []any{tournament, player},
		new(int64))
}
