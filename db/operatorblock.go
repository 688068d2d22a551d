package db

import "errors"

// An operator blocks a player for everybody. In the schema that is a player who
// blocks oneself, which no player can do: it needs no column, and every list of
// blocks that is kept, merged or erased holds it too.

// OperatorBlock notes that the operator blocks a player, and with them everybody of their
// mailbox: nothing from there is read and nothing goes there.
func (tx *Tx) OperatorBlock(player int64) error {
	if err := tx.Block(player, player); err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE players SET stopped_at = ?2 WHERE id IN `+mailboxOf(`?1`), player,
		Millis(tx.Now)); err != nil {
		return err
	}
	return tx.totalStopped(player)
}

// OperatorUnblock takes OperatorBlock back, whichever address of the mailbox it named.
// Messages go there again.
func (tx *Tx) OperatorUnblock(player int64) error {
	if err := tx.Exec(`DELETE FROM blocks WHERE player = blocked AND player IN `+mailboxOf(`?1`), player); err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE players SET stopped_at = 0 WHERE address <> '' AND id IN `+mailboxOf(`?1`),
		player); err != nil {
		return err
	}
	return tx.totalStopped(player)
}

// OperatorBlocked reports whether the operator blocks the mailbox of a player.
func (tx *Tx) OperatorBlocked(player int64) (blocked bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM blocks WHERE player = blocked AND player IN `+mailboxOf(`?1`)+`)`,
		[]any{player}, &blocked)
	return blocked, err
}

// Suspended reports whether nothing is sent to a player because messages come back, or
// at the operator's wish; or because they have paused the messages themselves.
func (tx *Tx) Suspended(player int64) (suspended, paused bool, err error) {
	p, err := tx.OpenBounce(player)
	if errors.Is(err, ErrNotFound) {
		return false, false, nil
	}
	return err == nil && !p.Wished, p.Wished, err
}
