package club

import (
	"turnpost/db"
)

// ActiveFor is how long a player without a running game counts as active after a message.
const ActiveFor = 90 * day

// Announced: an operator announces something to a player.
type Announced struct {
	Player        db.Player
	Subject, Text string
}

// Announce emits Announced for each player in the Audience, and returns how many there are.
func Announce(tx *Tx, subject, text, rules string) (int, error) {
	players, err := Audience(tx, rules)
	if err != nil {
		return 0, err
	}
	for _, p := range players {
		if err := tx.Emit(Announced{p, subject, text}); err != nil {
			return 0, err
		}
	}
	return len(players), nil
}

// Audience lists the players who get an announcement: those with a running game, and members
// who wrote within ActiveFor. If rules is not empty, only those with a running game of these
// rules. Players who want no messages or cannot get any are left out.
func Audience(tx *Tx, rules string) ([]db.Player, error) {
	active, err := tx.DB.Active(tx.Now().Add(-ActiveFor), rules)
	if err != nil {
		return nil, err
	}
	var out []db.Player
	for _, p := range active {
		member, err := tx.IsMember(p.ID)
		if err != nil {
			return nil, err
		}
		if !member {
			running, err := tx.DB.GamesOf(p.ID, false, 1)
			if err != nil {
				return nil, err
			}
			member = len(running) > 0
		}
		if member {
			out = append(out, p)
		}
	}
	return out, nil
}
