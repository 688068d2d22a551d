package db

// Conditionals lists a player's conditional lines in a game, in the order in
// which they were given.
func (tx *Tx) Conditionals(game, player int64) ([]string, error) {
	return all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) },
		`SELECT line FROM conditionals WHERE game = ? AND player = ? ORDER BY id`, game, player)
}

// SetConditionals replaces a player's conditional lines in a game. It locks the game,
// because each turn reads these lines.
func (tx *Tx) SetConditionals(game, player int64, lines []string) error {
	if _, err := tx.LockGame(game); err != nil {
		return err
	}
	if _, err := tx.exec(`DELETE FROM conditionals WHERE game = ? AND player = ?`, game, player); err != nil {
		return err
	}
	for _, line := range lines {
		if _, err := tx.exec(`INSERT INTO conditionals (game, player, line) VALUES (?, ?, ?)`, game, player,
			line); err != nil {
			return err
		}
	}
	return nil
}
