package tournament

import (
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
)

var none time.Time

// JoinLadder adds a player to the last place of a game's ladder.
func JoinLadder(tx *club.Tx, player int64, rules string) error {
	p, err := mayClimb(tx, player)
	if err != nil {
		return err
	}
	if _, err := tx.Club.Rules(rules); err != nil {
		return err
	}
	_, already, err := rungOf(tx, rules, player)
	if err == nil && !already {
		if err = oneRung(tx, rules, player); err != nil {
			return err
		}
		err = tournaments.JoinLadder(tx.DB, rules, player, tx.Now().Add(SlideAfter))
	}
	if err != nil {
		return err
	}
	l, err := LookAtLadder(tx, rules, player)
	if err != nil {
		return err
	}
	return tx.Emit(LadderJoined{l, p, already})
}

// oneRung refuses a player whose mailbox has a rung of a ladder.
func oneRung(tx *club.Tx, rules string, player int64) error {
	all, err := tx.DB.Mailbox(player)
	if err != nil {
		return err
	}
	for _, id := range all {
		_, on, err := rungOf(tx, rules, id)
		if err != nil {
			return err
		}
		if on {
			other, err := tx.DB.Player(id)
			if err != nil {
				return err
			}
			return club.Refuse("ladder-mailbox", other.Name)
		}
	}
	return nil
}

// mayClimb refuses a player who may not be on a ladder.
func mayClimb(tx *club.Tx, player int64) (db.Player, error) {
	return mayTakePart(tx, player, club.Refuse("ladder-robot"))
}
