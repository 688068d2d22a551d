package club

import (
	"errors"

	"turnpost/db"
)

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

// Mute keeps a player's words from another player, in all games: nothing else. The
// other reads that the player takes no words when they write some. byAddress says that
// the player knows the other by address, and perhaps no name.
func Mute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, false, tx.DB.Mute)
}

// Unmute takes that back. What was written in between is not made up for.
func Unmute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, true, tx.DB.Unmute)
}

func mute(tx *Tx, player, other int64, byAddress, off bool, set func(player, other int64) error) error {
	if player == other {
		return Refuse("mute-yourself")
	}
	e := Muted{ByAddress: byAddress, Off: off}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if Robot(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if err := set(player, other); err != nil {
		return err
	}
	return tx.Emit(e)
}

// Silent reports whether a player takes no words from another: whom they blocked, or
// muted.
func (tx *Tx) Silent(player, from int64) (bool, error) {
	silent, err := tx.DB.Blocked(player, from)
	if err == nil && !silent {
		silent, err = tx.DB.Muted(player, from)
	}
	return silent, err
}

// BlockByOperator keeps a player away from the server: nothing from there is read, nothing
// goes there, and the invitations that stand end, of which nobody is told. Games go on;
// their clocks run out.
func BlockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if blocked {
		return ErrNothingToDo
	}
	// A ply that is just being played may yet write to the player.
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		if _, err := tx.DB.LockGame(g.ID); err != nil {
			return err
		}
	}
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return err
	}
	for _, i := range open {
		end := db.InvitationWithdrawn
		if i.Invitee == player {
			end = db.InvitationDeclined
		}
		if err := tx.DB.AnswerInvitation(i.ID, end); err != nil {
			return err
		}
	}
	if err := tx.DB.Withhold(player, "not sent: the operator has blocked the player"); err != nil {
		return err
	}
	if err := tx.DB.OperatorBlock(player); err != nil {
		return err
	}
	return tx.Emit(BlockedByOperator{player})
}

// BlockedByOperator: the operator keeps a player away from now on.
type BlockedByOperator struct{ Player int64 }

// UnblockByOperator takes Block back.
func UnblockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if !blocked {
		return ErrNothingToDo
	}
	return tx.DB.OperatorUnblock(player)
}

// IsBlockedByOperator reports whether the operator blocks a player, or the address of which theirs
// is a subaddress.
func IsBlockedByOperator(tx *Tx, player int64) (bool, error) {
	blocked, err := tx.DB.OperatorBlocked(player)
	if err != nil || blocked {
		return blocked, err
	}
	return isBlockedAbove(tx, player)
}

// isBlockedAbove reports whether the operator blocks who has a player's mailbox.
func isBlockedAbove(tx *Tx, player int64) (bool, error) {
	folded, err := tx.DB.AddressKey(player)
	if err != nil || db.MailboxOf(folded) == folded {
		return false, err
	}
	above, err := tx.DB.PlayerByAddress(db.MailboxOf(folded))
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return tx.DB.OperatorBlocked(above.ID)
}
