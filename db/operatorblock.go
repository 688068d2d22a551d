package db

import "errors"

// An operator blocks a player for everybody. In the schema that is a player who
// blocks oneself, which no player can do: it needs no column, and every list of
// blocks that is kept, merged or erased holds it too.

// OperatorBlock notes that the operator blocks a player: nothing from there is read and
// nothing goes there.
func (tx *Tx) OperatorBlock(player int64) error {
	if err := tx.Block(player, player); err != nil {
		return err
	}
	return tx.one(`UPDATE players SET stopped_at = ? WHERE id = ?`, Millis(tx.Now), player)
}

// OperatorUnblock takes OperatorBlock back. Messages go there again.
func (tx *Tx) OperatorUnblock(player int64) error {
	if err := tx.Unblock(player, player); err != nil {
		return err
	}
	return tx.one(`UPDATE players SET stopped_at = 0 WHERE id = ?`, player)
}

// OperatorBlocked reports whether the operator blocks a player.
func (tx *Tx) OperatorBlocked(player int64) (bool, error) { return tx.Blocked(player, player) }

// Suspended reports whether nothing is sent to a player because messages come back, or
// at the operator's wish; or because they have paused the messages themselves.
func (tx *Tx) Suspended(player int64) (suspended, paused bool, err error) {
	p, err := tx.OpenBounce(player)
	if errors.Is(err, ErrNotFound) {
		return false, false, nil
	}
	return err == nil && !p.Wished, p.Wished, err
}
