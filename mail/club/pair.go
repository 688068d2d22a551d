package club

import "turnpost/db"

// Pair begins a game that nobody accepts, of two players who have joined what mark names
// in its subject. The side of the order is that of first.
func Pair(tx *Tx, first, second db.Player, o Order, mark string) (*Table, error) {
	i, err := tx.DB.AddInvitation(db.Invitation{
		Rules: o.Game.Name, Challenger: first.ID, Invitee: second.ID, Side: o.Side.String(), Pace: o.Pace.String(), Rated: o.Rated, ExpiresAt: tx.Now(),
	}, func(id int64) string { return Subject(o.Game, id, o.Side, first.Name, second.Name) + " (" + mark + ")" })
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}
