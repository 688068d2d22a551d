package club

import "turnpost/db"

// Block keeps the invitations and the words of somebody away, and declines the
// invitations that stand. Games under way go on, in silence. The other is not told of
// the block. byAddress says that the player knows the other by
// address, and perhaps no name.
func Block(tx *Tx, player, other int64, byAddress bool) error {
	if player == other {
		return Refuse("block-yourself")
	}
	e := Blocked{ByAddress: byAddress}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if Robot(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if e.Already, err = tx.DB.Blocked(player, other); err != nil {
		return err
	}
	if err := tx.DB.Block(player, other); err != nil {
		return err
	}
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Challenger != other {
			continue
		}
		e.Declined = append(e.Declined, i)
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		if g.Black == other || g.White == other {
			e.Running++
		}
	}
	// Ours comes first: the letter to who blocks.
	if err := tx.Emit(e); err != nil {
		return err
	}
	for _, i := range e.Declined {
		if err := endInvitation(tx, i, player, db.InvitationDeclined, true); err != nil {
			return err
		}
	}
	return nil
}
