package db

// AskedLine is a line of a proven message, whose writer was asked whether it was meant. These
// lines are stored in the table quarantine, with line = 1, and expire with what is there.
type AskedLine struct {
	ID, Message int64
	Line        string
}

func scanAskedLine(scan func(...any) error) (l AskedLine, err error) {
	err = scan(&l.ID, &l.Message, &l.Line)
	return l, err
}

// AskLine keeps a line about which its writer is asked. The newest so many are kept.
func (tx *Tx) AskLine(player, message int64, line string, most int) error {
	if _, err := tx.insert(
		`INSERT INTO quarantine (player, message, lines, state, quarantined_at, line) VALUES (?, ?, ?, 'waiting', ?, 1)`,
		player, message, line, Millis(tx.Now)); err != nil {
		return err
	}
	_, err := tx.exec(`UPDATE quarantine SET state = 'replaced', lines = ''
		WHERE player = ?1 AND state = 'waiting' AND line = 1 AND id NOT IN (
			SELECT id FROM quarantine WHERE player = ?1 AND state = 'waiting' AND line = 1 ORDER BY id DESC LIMIT ?2)`,
		player, atMost(most))
	return err
}

// AskedLines lists the lines about which a player was asked and has not answered, newest first.
func (tx *Tx) AskedLines(player int64) ([]AskedLine, error) {
	return all(tx, scanAskedLine, `SELECT id, message, lines
		FROM quarantine WHERE player = ? AND state = 'waiting' AND line = 1 ORDER BY id DESC`, player)
}

// SettleAskedLine ends the question about a line, and erases the line. meant is the answer.
// ErrNotFound if it no longer waits.
func (tx *Tx) SettleAskedLine(id int64, meant bool) error {
	state := QuarantineDropped
	if meant {
		state = QuarantineDone
	}
	return tx.SettleQuarantine(id, state)
}
