package club

import (
	"errors"

	"turnpost/db"
)

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
