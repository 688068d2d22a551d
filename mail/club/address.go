package club

import (
	"errors"

	"turnpost/db"
)

// A player may write from a second address. The first one asks for it, proven;
// then the second one is asked, and its yes makes it the player's. Letters go to
// the first as ever, and what comes from either is held to the same rules.
const (
	addressAgain = day // between two questions of one player's, or to one address
	// AddressFor is how long the question to a second address can be answered.
	AddressFor = 7 * day
)

// AskAddress asks another address whether it is a player's. ours says that it is
// the server's own. Who plays from an address already is nobody's business: it counts
// as asked, and everything is as if it were, but no letter goes there. A question
// counts as an invitation does, with those of all who share the player's origin.
func AskAddress(tx *Tx, player int64, address, folded string, ours bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	row, err := tx.DB.SecondAddress(player)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	holder, taken := tx.DB.PlayerByAddress(folded)
	if taken != nil && !errors.Is(taken, db.ErrNotFound) {
		return taken
	}
	// Many players together must not fill a stranger's mailbox, whoever took their
	// question back.
	asked := originDigest(db.MailboxOf(folded))
	lately, err := tx.DB.AddressQuestionsTo(asked, tx.Now().Add(-addressAgain))
	if err != nil {
		return err
	}
	confirmed := !row.ConfirmedAt.IsZero()
	switch {
	case taken == nil && holder.ID == player:
		return Refuse("address-yours")
	case confirmed:
		return Refuse("address-one", row.Address)
	case ours:
		return Refuse("address-ours")
	case lately > 0, !row.AskedAt.IsZero() && tx.Now().Sub(row.AskedAt) < addressAgain:
		return Refuse("address-waits")
	}
	from, err := withinOrigin(tx, player, "challenges")
	if err != nil {
		return err
	}
	if err := tx.DB.NoteAddressQuestion(from, asked, day); err != nil {
		return err
	}
	if row, err = tx.DB.AskAddress(player, address, folded); err != nil {
		return err
	}
	return tx.Emit(AddressAsked{p, row, taken == nil})
}

// DropAddress takes a player's second address away; folded, if not empty, names
// it.
func DropAddress(tx *Tx, player int64, folded string) error {
	row, err := tx.DB.SecondAddress(player)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	if row.Address == "" || folded != "" && folded != row.Folded {
		return Refuse("address-none")
	}
	return endAddress(tx, row, "off", tx.DB.DropAddress)
}

// ConfirmAddress makes an address that was asked the player's, or not.
func ConfirmAddress(tx *Tx, row db.Address, yes bool) error {
	if yes {
		return endAddress(tx, row, "added", tx.DB.ConfirmAddress)
	}
	return endAddress(tx, row, "refused", tx.DB.DropAddress)
}

// addressFails gives up an address that takes no letter.
func addressFails(tx *Tx, player int64) error {
	row, err := tx.DB.SecondAddress(player)
	if errors.Is(err, db.ErrNotFound) || err == nil && (row.Address == "" || !row.ConfirmedAt.IsZero()) {
		return nil
	}
	if err != nil {
		return err
	}
	return endAddress(tx, row, "failed", tx.DB.DropAddress)
}

func endAddress(tx *Tx, row db.Address, what string, store func(id int64) error) error {
	p, err := tx.DB.Player(row.Player)
	if err != nil {
		return err
	}
	if err := store(row.ID); err != nil {
		return err
	}
	return tx.Emit(AddressChanged{p, row.Address, what})
}
