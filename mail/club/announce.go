package club

import (
	"turnpost/db"
)

// ActiveFor is how long after a letter somebody counts as active who has no game under
// way.
const ActiveFor = 90 * day

// Announced: an operator writes to a player, as to all who are active.
type Announced struct {
	Player        db.Player
	Subject, Text string
}

// Announce writes to those whom Audience lists, and returns how many they are.
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

// Audience lists whom an announcement goes to: who has a game under way, or has
// written within ActiveFor; with rules, who has a game of these under way. Not those
// who want no letters or get none, nor who is no member and has no game under way.
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
