package club

import (
	"errors"

	"turnpost/db"
	"turnpost/db/mailbox"
)

// What an operator does to a player, on a running server.

// ErrNothingToDo says that a player is already as the operator wants.
var ErrNothingToDo = errors.New("nothing to do")

// Suspend stops the letters to a player, and the clocks of the player's games,
// as when letters to there come back, until the player writes or Resume is
// called; the clocks for no longer than quota.go says. With letters the opponents
// are told, if the clocks do stand still.
func Suspend(tx *Tx, player int64, letters bool) error {
	if suspended, err := tx.IsSuspended(player); err != nil {
		return err
	} else if suspended {
		return ErrNothingToDo
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return suspend(tx, p, tx.Now(), "not sent: the operator has suspended the player", letters)
}

// Resume starts the clocks again that Suspend, or letters that came back, have stopped.
func Resume(tx *Tx, player int64) error {
	_, lifted, err := lift(tx, player)
	if err == nil && !lifted {
		return ErrNothingToDo
	}
	return err
}

// OperatorBlock keeps a player away from the server: nothing from there is read, nothing
// goes there, and the invitations that stand end. Games go on; their clocks run out.
func OperatorBlock(tx *Tx, player int64) error {
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
		if _, err := tx.DB.Own(g.ID); err != nil {
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
	return tx.DB.OperatorBlock(player)
}

// OperatorUnblock takes OperatorBlock back.
func OperatorUnblock(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if !blocked {
		return ErrNothingToDo
	}
	return tx.DB.OperatorUnblock(player)
}

// IsBlocked reports whether the operator blocks a player, or the address of which theirs
// is a subaddress, and keeps up the silence that a letter may have ended.
func IsBlocked(tx *Tx, player int64) (bool, error) {
	blocked, err := tx.DB.OperatorBlocked(player)
	if err == nil && !blocked {
		blocked, err = isBlockedAbove(tx, player)
	}
	if err != nil || !blocked {
		return false, err
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return true, err
	}
	p.StoppedAt = tx.Now()
	return true, tx.DB.SavePlayer(p)
}

// isBlockedAbove reports whether the operator blocks who has a player's mailbox.
func isBlockedAbove(tx *Tx, player int64) (bool, error) {
	folded, err := tx.DB.AddressKey(player)
	if err != nil || mailbox.Of(folded) == folded {
		return false, err
	}
	above, err := tx.DB.PlayerByAddress(mailbox.Of(folded))
	if isNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return tx.DB.OperatorBlocked(above.ID)
}

// ErrMixed says that two players cannot be one, because a program plays for one alone.
var ErrMixed = errors.New("a program plays for one of them and a person for the other; make them alike first with \"turnpost player robot\" or \"turnpost player person\"")

// Merge makes two addresses of one person one player (see [db.Tx.Merge]). With
// letters the boards of all running games go to the address that stays: what the
// other one has got proves nothing any more. ErrMixed if one alone is a program: its
// games would become a person's, and its opponents would not know.
func Merge(tx *Tx, from, into int64, letters bool) error {
	gone, err := tx.DB.Player(from)
	if err != nil {
		return err
	}
	p, err := tx.DB.Player(into)
	if err != nil {
		return err
	}
	if gone.Robot != p.Robot {
		return ErrMixed
	}
	if err := tx.DB.Merge(from, into); err != nil || !letters {
		return err
	}
	if p, err = tx.DB.Player(into); err != nil {
		return err
	}
	return tx.Emit(Merged{p})
}
