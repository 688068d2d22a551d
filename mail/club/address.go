package club

import (
	"errors"

	"turnpost/db"
)

// A player may write from a second address. The first address has to ask for it, proven; the
// second is then sent a question, and becomes the player's by answering yes. Messages still go
// to the first address. Whatever comes from either counts against the same limits.
const (
	addressAgain = day // between two questions of one player, and between two to one address
	// AddressFor is how long the question to a second address can be answered.
	AddressFor = 7 * day
)

// SecondAddressOutcome is what became of a second address.
type SecondAddressOutcome string

// The changes.
const (
	AddressAdded   SecondAddressOutcome = "added"   // its owner said yes
	AddressRefused SecondAddressOutcome = "refused" // its owner said no
	AddressOff     SecondAddressOutcome = "off"     // the player removed it
	AddressFailed  SecondAddressOutcome = "failed"  // the question was returned as undeliverable
)

// AskAddress asks an address whether it belongs to a player. ours says that it is one of the
// server's addresses. An address of another player must not be disclosed: everything happens as
// if the question were asked, but no message is sent. A question counts as an invitation of the
// player and of the player's origin.
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
	// Many players together must not fill the mailbox of a stranger, even if each withdraws the
	// question.
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
	from, err := withinOrigin(tx, player, countChallenges)
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

// DropAddress removes a player's second address. folded, if not empty, must be that address.
func DropAddress(tx *Tx, player int64, folded string) error {
	row, err := tx.DB.SecondAddress(player)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	if row.Address == "" || folded != "" && folded != row.Folded {
		return Refuse("address-none")
	}
	return endAddress(tx, row, AddressOff, tx.DB.DropAddress)
}

// ConfirmAddress adds an address that was asked to its player, or drops it.
func ConfirmAddress(tx *Tx, row db.SecondAddress, yes bool) error {
	if yes {
		return endAddress(tx, row, AddressAdded, tx.DB.ConfirmAddress)
	}
	return endAddress(tx, row, AddressRefused, tx.DB.DropAddress)
}

// addressFails drops an address whose question was returned as undeliverable.
func addressFails(tx *Tx, player int64) error {
	row, err := tx.DB.SecondAddress(player)
	if errors.Is(err, db.ErrNotFound) || err == nil && (row.Address == "" || !row.ConfirmedAt.IsZero()) {
		return nil
	}
	if err != nil {
		return err
	}
	return endAddress(tx, row, AddressFailed, tx.DB.DropAddress)
}

func endAddress(tx *Tx, row db.SecondAddress, what SecondAddressOutcome, store func(id int64) error) error {
	p, err := tx.DB.Player(row.Player)
	if err != nil {
		return err
	}
	if err := store(row.ID); err != nil {
		return err
	}
	return tx.Emit(SecondAddressChanged{p, row.Address, what})
}
