package tournaments

import (
	"time"

	"turnpost/db"
)

// Guest is a player who was asked whether they take part in a cup, and has not answered.
type Guest struct {
	Tournament, Player int64
	AskedAt            time.Time
}

func guests(tx *db.Tx, where string, args ...any) (out []Guest, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var g Guest
		var asked int64
		err := scan(&g.Tournament, &g.Player, &asked)
		g.AskedAt = db.Moment(asked)
		out = append(out, g)
		return err
	}, `SELECT tournament, player, asked_at FROM cup_guests `+where, args...)
	return out, err
}

// AddGuest notes that a player is asked whether they take part in a cup. db.ErrExists if they were.
func AddGuest(tx *db.Tx, tournament, player int64) error {
	return tx.Exec(`INSERT INTO cup_guests (tournament, player, asked_at) VALUES (?, ?, ?)`, tournament, player,
		db.Millis(tx.Now))
}

// DropGuest removes a player who has answered, or all if player is 0.
func DropGuest(tx *db.Tx, tournament, player int64) error {
	if player == 0 {
		return tx.Exec(`DELETE FROM cup_guests WHERE tournament = ?`, tournament)
	}
	return tx.Exec(`DELETE FROM cup_guests WHERE tournament = ? AND player = ?`, tournament, player)
}

// Guests lists those of a cup by number, and GuestOf the cups for which a player was asked.
func Guests(tx *db.Tx, tournament int64) ([]Guest, error) {
	return guests(tx, `WHERE tournament = ? ORDER BY player`, tournament)
}
func GuestOf(tx *db.Tx, player int64) ([]Guest, error) {
	return guests(tx, `WHERE player = ? ORDER BY tournament`, player)
}
