package db

import "time"

// WantPostMortem notes that the players of a game, which has just ended, are to be told
// where it turned.
func (tx *Tx) WantPostMortem(game int64) error {
	_, err := tx.exec(`INSERT INTO postmortems (game) VALUES (?) ON CONFLICT DO NOTHING`, game)
	return err
}

// NextPostMortem is the game of which that is to be told next after some others, how often it has
// failed, and until when it was put off. ErrNotFound if there is none, but for those that wait.
func (tx *Tx) NextPostMortem(after int) (game int64, failures int, due time.Time, err error) {
	var at int64
	err = tx.row(`SELECT game, failures, due_at FROM postmortems WHERE due_at <= ? ORDER BY due_at, game LIMIT 1 OFFSET ?`,
		[]any{Millis(tx.Now), after}, &game, &failures, &at)
	return game, failures, Moment(at), err
}

// WithholdAnalysis notes until when a game waits that a search must not tell of yet.
func (tx *Tx) WithholdAnalysis(game int64, until time.Time) error {
	for _, q := range []string{
		`UPDATE postmortems SET due_at = ?2 WHERE game = ?1`, `UPDATE puzzle_games SET due_at = ?2 WHERE game = ?1`,
	} {
		if err := tx.Exec(q, game, Millis(until)); err != nil {
			return err
		}
	}
	return nil
}

// HastenAnalysis ends the wait of the games of a player's mailbox.
func (tx *Tx) HastenAnalysis(player int64) error {
	for _, table := range []string{"postmortems", "puzzle_games"} {
		if err := tx.Exec(`UPDATE `+table+
			` SET due_at = ?2 WHERE due_at > 0 AND failures = 0 AND EXISTS (SELECT 1 FROM games
			WHERE id = `+table+`.game AND (black IN `+mailboxOf(`?1`)+` OR white IN `+mailboxOf(`?1`)+`))`,
			player, Millis(tx.Now)); err != nil {
			return err
		}
	}
	return nil
}

// PutOffPostMortem notes that it failed, and when it is to be tried again.
func (tx *Tx) PutOffPostMortem(game int64, until time.Time) error {
	return tx.one(`UPDATE postmortems SET failures = failures + 1, due_at = ? WHERE game = ?`, Millis(until), game)
}

// DonePostMortem notes that it is told. ErrNotFound if it was before.
func (tx *Tx) DonePostMortem(game int64) error {
	return tx.one(`DELETE FROM postmortems WHERE game = ?`, game)
}

// OnBoard reports whether one of eight positions, of which some may be the same, stands on
// the board of a game of some rules that is running, or may go on.
func (tx *Tx) OnBoard(rules string, p [8]string) (stands bool, err error) {
	err = tx.row(
		`SELECT EXISTS (SELECT 1 FROM games WHERE position IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) AND rules = ?9
			AND result = 'none')
			OR EXISTS (SELECT 1 FROM games WHERE clock_due <> 0 AND result <> 'none' AND rules = ?9
			AND position IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))`,
		[]any{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], rules}, &stands)
	return stands, err
}
