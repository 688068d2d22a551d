package club

import "fmt"

// Departing is the error of whatever wants a player, or a running game of a player, who has
// said yes to leave and whose games are not all resigned yet; see package departure. It
// is to be tried again when that game is.
type Departing struct{ Player, Game int64 }

func (d *Departing) Error() string {
	return fmt.Sprintf("player %d is leaving, and game %d is about to be resigned", d.Player, d.Game)
}

// Stays returns a Departing if a player leaves.
func Stays(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err == nil && p.Leaving {
		err = &Departing{Player: player}
	}
	return err
}
