package db

import (
	"time"
)

// SecondAddress is a player's second address.
type SecondAddress struct {
	ID, Player      int64
	Address, Folded string // empty: it was taken away
	Asked           int64  // how often it was asked, for whichever address
	AskedAt         time.Time
	ConfirmedAt     time.Time // zero: it does not count yet
}

const addressColumns = `id, player, address, folded, asked, asked_at, confirmed_at`

func scanAddress(scan func(...any) error) (SecondAddress, error) {
	var a SecondAddress
	var asked, confirmed int64
	err := scan(&a.ID, &a.Player, &a.Address, &a.Folded, &a.Asked, &asked, &confirmed)
	a.AskedAt, a.ConfirmedAt = Moment(asked), Moment(confirmed)
	return a, err
}

// SecondAddress returns a player's second address, confirmed or not, or what is
// left of one that was taken away. ErrNotFound if there never was one.
func (tx *Tx) SecondAddress(player int64) (SecondAddress, error) {
	return get(tx, scanAddress, `SELECT `+addressColumns+` FROM addresses WHERE player = ?`, player)
}

// AskedAddresses lists the questions that wait for an answer from an address,
// for whichever players.
func (tx *Tx) AskedAddresses(folded string) ([]SecondAddress, error) {
	return all(tx, scanAddress, `SELECT `+addressColumns+
		` FROM addresses WHERE folded = ? AND confirmed_at = 0 ORDER BY id`, folded)
}

// AskAddress notes that an address is asked whether it is a player's, in place
// of any other.
func (tx *Tx) AskAddress(player int64, address, folded string) (SecondAddress, error) {
	_, err := tx.exec(`INSERT INTO addresses (player, address, folded, mailbox, asked, asked_at)
		VALUES (?1, ?2, ?3, ?5, 1, ?4)
		ON CONFLICT (player) DO UPDATE SET address = ?2, folded = ?3, mailbox = ?5, asked = addresses.asked + 1,
			asked_at = ?4, confirmed_at = 0`, player, address, folded, Millis(tx.Now), MailboxOf(folded))
	if err != nil {
		return SecondAddress{}, err
	}
	return tx.SecondAddress(player)
}

// ConfirmAddress makes a second address count. ErrExists if it is another
// player's by now.
func (tx *Tx) ConfirmAddress(id int64) error {
	// It is asked and not tried: a statement that fails would end the transaction.
	var taken bool
	if err := tx.row(`SELECT EXISTS (SELECT 1 FROM addresses AS a JOIN addresses AS o ON o.folded = a.folded
		WHERE a.id = ? AND o.id <> a.id AND a.folded <> '' AND o.confirmed_at <> 0)`, []any{id}, &taken); err != nil {
		return err
	}
	if taken {
		return ErrExists
	}
	var player int64
	if err := tx.row(
		`UPDATE addresses SET confirmed_at = ? WHERE id = ? AND confirmed_at = 0 AND folded <> '' RETURNING player`,
		[]any{Millis(tx.Now), id}, &player); err != nil {
		return err
	}
	return tx.restoreWishes(player)
}

// DropAddress takes a second address away.
func (tx *Tx) DropAddress(id int64) error {
	return tx.one(`UPDATE addresses SET address = '', folded = '', mailbox = '', confirmed_at = 0 WHERE id = ?`, id)
}
