package db

import "errors"

// An operator blocks a player for everybody. In the schema that is a player who
// blocks oneself, which no player can do: it needs no column, and every list of
// blocks that is kept, merged or erased holds it too.

// Bar notes that the operator blocks a player: nothing from there is read and
// nothing goes there.
func (tx *Tx) Bar(player int64) error {
	if err := tx.Block(player, player); err != nil {
		return err
	}
	return tx.one(`UPDATE players SET stopped_at = ? WHERE id = ?`, millis(tx.Now), player)
}

// Unbar takes Bar back. Letters go there again.
func (tx *Tx) Unbar(player int64) error {
	if err := tx.Unblock(player, player); err != nil {
		return err
	}
	return tx.one(`UPDATE players SET stopped_at = 0 WHERE id = ?`, player)
}

// Barred reports whether the operator blocks a player.
func (tx *Tx) Barred(player int64) (bool, error) { return tx.Blocked(player, player) }

// Suspended reports whether the clocks of a player stand still because letters
// come back, or at the operator's wish.
func (tx *Tx) Suspended(player int64) (bool, error) {
	_, err := tx.OpenBounce(player)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
