package club

import "turnpost/db"

// Pairing is a game that two players have not arranged: a tournament or a ladder has.
type Pairing struct {
	Order                   // Side is First's
	First, Second db.Player // as they are in the transaction
	Mark          string    // stands behind the subject
	// Counts says that First asked for it, so that it counts among First's invitations
	// of the day, and among those of all who share First's origin; see WithinDay.
	Counts bool
}

// Pair begins the game of a pairing: an invitation that is accepted at once. Nobody is
// asked and no limit of invitations refuses it, as whoever pairs has looked at them. Both
// must be members; and if one of them leaves, the error is a Departing.
func Pair(tx *Tx, p Pairing) (*Table, error) {
	if p.First.ID == p.Second.ID {
		return nil, Refuse("yourself")
	}
	for _, who := range []db.Player{p.First, p.Second} {
		if who.Leaving {
			return nil, &Departing{Player: who.ID}
		}
	}
	if err := members(tx, p.First, p.Second); err != nil {
		return nil, err
	}
	i, err := tx.DB.AddInvitation(db.Invitation{
		Rules: p.Game.Name, Challenger: p.First.ID, Invitee: p.Second.ID, Side: p.Side.String(),
		Pace: p.Pace.String(), Rated: p.Rated, ExpiresAt: tx.Now(),
	}, func(id int64) string { return Subject(p.Game, id, p.Side, p.First.Name, p.Second.Name) + p.Mark })
	if err == nil && p.Counts {
		err = count(tx, i, "challenges")
	}
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}
