package puzzles

import "turnpost/db"

// Want notes that a finished game is to be searched for puzzles.
func Want(tx *db.Tx, game int64) error {
	return tx.Exec(`INSERT INTO puzzle_games (game) VALUES (?) ON CONFLICT DO NOTHING`, game)
}

// Seek notes the same for at most most of the latest finished games of some rules that
// have a result and enough plies, and that have no puzzle and no note yet. A game whose
// resignation can still be taken back is not finished. It returns their number.
func Seek(tx *db.Tx, rules string, plies, most int) (n int, err error) {
	err = tx.Rows(func(scan func(...any) error) error { n++; var id int64; return scan(&id) },
		`INSERT INTO puzzle_games (game) SELECT id FROM games WHERE rules = ? AND result NOT IN ('none', 'void')
			AND clock_due = 0 AND plies >= ?
			AND id NOT IN (SELECT game FROM puzzles) AND id NOT IN (SELECT game FROM puzzle_games)
			ORDER BY id DESC LIMIT ? RETURNING game`, rules, plies, most)
	return n, err
}

// Next returns the game to search next, and how often that failed; false if there is none
// or all were put off.
func Next(tx *db.Tx) (game int64, failures int, found bool, err error) {
	found, err = tx.Found(`SELECT game, failures FROM puzzle_games WHERE due_at <= ? ORDER BY due_at, game LIMIT 1`,
		[]any{db.Millis(tx.Now)}, &game, &failures)
	return game, failures, found, err
}

// PutOff notes that a search failed, and until when the game waits, in milliseconds since
// 1970.
func PutOff(tx *db.Tx, game, until int64) error {
	return tx.Exec(`UPDATE puzzle_games SET failures = failures + 1, due_at = ? WHERE game = ?`, until, game)
}

// Done deletes the note of a game; false if there was none.
func Done(tx *db.Tx, game int64) (noted bool, err error) {
	return tx.Found(`DELETE FROM puzzle_games WHERE game = ? RETURNING game`, []any{game}, &game)
}

// Waiting counts the games of each rules that are still to be searched.
func Waiting(tx *db.Tx) (map[string]int, error) {
	return counts(tx,
		`SELECT games.rules, count(*) FROM puzzle_games JOIN games ON games.id = puzzle_games.game
			GROUP BY games.rules`)
}

// Count counts the puzzles of each rules.
func Count(tx *db.Tx) (map[string]int, error) {
	return counts(tx, `SELECT rules, count(*) FROM puzzles GROUP BY rules`)
}

func counts(tx *db.Tx, query string) (map[string]int, error) {
	out := map[string]int{}
	err := tx.Rows(func(scan func(...any) error) error {
		rules, n := "", 0
		err := scan(&rules, &n)
		out[rules] = n
		return err
	}, query)
	return out, err
}
