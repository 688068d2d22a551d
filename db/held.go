package db

import (
	"errors"
	"time"
)

// The states of what is held.
const (
	HeldWaiting  = "waiting"
	HeldDone     = "done"
	HeldDropped  = "dropped"
	HeldReplaced = "replaced"
	HeldExpired  = "expired"
)

// Held is what a letter wanted that nothing proved to be its player's.
type Held struct {
	ID, Player, Letter int64
	Lines              string // with LF between them; empty when it waits no more
	State              string
	At                 time.Time
}

const heldColumns = `id, player, letter, lines, state, held_at`

func scanHeld(scan func(...any) error) (Held, error) {
	var h Held
	var at int64
	err := scan(&h.ID, &h.Player, &h.Letter, &h.Lines, &h.State, &at)
	h.At = moment(at)
	return h, err
}

// Hold keeps lines of a player's letter until they are confirmed, in place of
// those that waited.
func (tx *Tx) Hold(player, letter int64, lines string) (Held, error) {
	if waiting, err := tx.WaitingHeld(player); err == nil {
		if err := tx.SettleHeld(waiting.ID, HeldReplaced); err != nil {
			return Held{}, err
		}
	} else if !errors.Is(err, ErrNotFound) {
		return Held{}, err
	}
	id, err := tx.insert(`INSERT INTO held (player, letter, lines, state, held_at) VALUES (?, ?, ?, 'waiting', ?)`,
		player, letter, lines, millis(tx.Now))
	if err != nil {
		return Held{}, err
	}
	return get(tx, scanHeld, `SELECT `+heldColumns+` FROM held WHERE id = ?`, id)
}

// WaitingHeld returns what waits for a player's word, or ErrNotFound.
func (tx *Tx) WaitingHeld(player int64) (Held, error) {
	return get(tx, scanHeld, `SELECT `+heldColumns+` FROM held WHERE player = ? AND state = 'waiting'`, player)
}

// HeldOf lists the last of what was ever held of a player, newest first.
func (tx *Tx) HeldOf(player int64, last int) ([]Held, error) {
	return all(tx, scanHeld, `SELECT `+heldColumns+` FROM held WHERE player = ? ORDER BY id DESC LIMIT ?`, player, atMost(last))
}

// SettleHeld ends the wait, and erases the lines. ErrNotFound if it is over.
func (tx *Tx) SettleHeld(id int64, state string) error {
	return tx.one(`UPDATE held SET state = ?, lines = '' WHERE id = ? AND state = 'waiting'`, state, id)
}

// ExpireHeld ends the wait of everything that was held before a moment.
func (tx *Tx) ExpireHeld(before time.Time) error {
	_, err := tx.exec(`UPDATE held SET state = 'expired', lines = '' WHERE state = 'waiting' AND held_at < ?`, millis(before))
	return err
}
