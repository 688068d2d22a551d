package club

import (
	"errors"

	"turnpost/db"
)

// Block refuses all invitations and words of another player from now on, and declines open
// invitations. Running games go on without words. The other player is not told. byAddress says
// that the player knows the other by address, and perhaps by no name.
func Block(tx *Tx, player, other int64, byAddress bool) error {
	if player == other {
		return Refuse("block-yourself")
	}
	e := Blocked{ByAddress: byAddress}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if BotLevelOf(e.Other) > 0 {
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
	// Blocked comes before the events of the invitations, so that the message to the player
	// starts with it.
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

// Mute refuses the words of another player in all games, and nothing else. The other learns of
// it when they write some. byAddress says that the player knows the other by address, and
// perhaps by no name.
func Mute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, false, tx.DB.Mute)
}

// Unmute accepts the words of another player again. Refused words are not delivered later.
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
	if BotLevelOf(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if err := set(player, other); err != nil {
		return err
	}
	return tx.Emit(e)
}

// RefusesWords reports whether a player accepts no words from another, whom they blocked or muted.
func (tx *Tx) RefusesWords(player, from int64) (bool, error) {
	silent, err := tx.DB.Blocked(player, from)
	if err == nil && !silent {
		silent, err = tx.DB.Muted(player, from)
	}
	return silent, err
}

// BlockByOperator excludes a player from the server: no message from them is read and none is
// sent to them. Their open invitations end without an event. Their games go on until their
// clocks run out.
func BlockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if blocked {
		return ErrNothingToDo
	}
	// Locking the games waits for transactions that may still write to the player.
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

// BlockedByOperator: the operator excluded a player.
type BlockedByOperator struct{ Player int64 }

// UnblockByOperator takes back BlockByOperator.
func UnblockByOperator(tx *Tx, player int64) error {
	if blocked, err := tx.DB.OperatorBlocked(player); err != nil {
		return err
	} else if !blocked {
		return ErrNothingToDo
	}
	return tx.DB.OperatorUnblock(player)
}

// IsBlockedByOperator reports whether the operator blocks a player, or the player whose address
// is theirs without a subaddress.
func IsBlockedByOperator(tx *Tx, player int64) (bool, error) {
	blocked, err := tx.DB.OperatorBlocked(player)
	if err != nil || blocked {
		return blocked, err
	}
	return isBlockedAbove(tx, player)
}

// isBlockedAbove reports whether the operator blocks the player who has the mailbox of a
// subaddress.
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

// EitherBlocks reports whether one of two players has blocked the other; see [Tx.Blocks].
func (tx *Tx) EitherBlocks(one, other int64) (bool, error) {
	blocked, err := tx.Blocks(one, other)
	if err != nil || blocked {
		return blocked, err
	}
	return tx.Blocks(other, one)
}

// Blocks reports whether a player has blocked another one, or any address of the same mailbox:
// a mailbox is one person, whatever its subaddresses.
func (tx *Tx) Blocks(player, other int64) (bool, error) {
	blocked, err := tx.DB.Blocks(player)
	if err != nil || len(blocked) == 0 {
		return false, err
	}
	theirs, err := tx.DB.AddressKey(other)
	if err != nil {
		return false, err
	}
	for _, b := range blocked {
		folded, err := tx.DB.AddressKey(b.ID)
		if err != nil || b.ID == other || b.ID != player && db.MailboxOf(folded) == db.MailboxOf(theirs) {
			return err == nil, err
		}
	}
	return false, nil
}
