package puzzles

import (
	"math"

	"turnpost/db"
)

// StoreAsked notes that a message of now shows a puzzle to a player, and deletes messages that
// are too old to be answered. It returns the second by which the message is known: the
// first one from now on that no other message has.
func StoreAsked(tx *db.Tx, player, puzzle int64) (at int64, err error) {
	now := db.Millis(tx.Now)
	if err := tx.Exec(`DELETE FROM puzzle_messages WHERE player = ? AND at < ?`, player,
		(now-MessagesFor.Milliseconds())/1000); err != nil {
		return 0, err
	}
	at = now / 1000
	for taken := true; ; at++ {
		if _, taken, err = AskedAt(tx, player, at); err != nil {
			return 0, err
		} else if !taken {
			break
		}
	}
	return at, tx.Exec(`INSERT INTO puzzle_messages (player, at, puzzle) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		player, at, puzzle)
}

// AskedAt returns the puzzle in the message to a player of some second.
func AskedAt(tx *db.Tx, player, second int64) (puzzle int64, found bool, err error) {
	found, err = tx.Found(`SELECT puzzle FROM puzzle_messages WHERE player = ? AND at = ?`, []any{player, second},
		&puzzle)
	return puzzle, found, err
}

// AnsweredAlready is a moment behind all others.
const AnsweredAlready = math.MaxInt64

// AskedShipped returns when a player was last shown each puzzle that ships with the program, in
// seconds since 1970, or AnsweredAlready. These puzzles have negative numbers.
func AskedShipped(tx *db.Tx, player int64) (map[int64]int64, error) {
	out := map[int64]int64{}
	err := tx.Rows(func(scan func(...any) error) error {
		var puzzle, at int64
		err := scan(&puzzle, &at)
		out[puzzle] = max(out[puzzle], at)
		return err
	}, `SELECT puzzle, at FROM puzzle_messages WHERE player = ?1 AND puzzle < 0
		UNION ALL SELECT puzzle, ?2 FROM puzzle_answers WHERE player = ?1 AND puzzle < 0`, player, int64(AnsweredAlready))
	return out, err
}

// AskedLast returns the puzzle in the latest message to a player.
func AskedLast(tx *db.Tx, player int64) (puzzle int64, found bool, err error) {
	found, err = tx.Found(`SELECT puzzle FROM puzzle_messages WHERE player = ? ORDER BY at DESC LIMIT 1`,
		[]any{player}, &puzzle)
	return puzzle, found, err
}

// Answered returns a player's answer to a puzzle; false if there is none.
func Answered(tx *db.Tx, player, puzzle int64) (move string, answered bool, err error) {
	answered, err = tx.Found(`SELECT move FROM puzzle_answers WHERE player = ? AND puzzle = ?`, []any{player, puzzle},
		&move)
	return move, answered, err
}

// StoreAnswer notes a player's first answer to a puzzle.
func StoreAnswer(tx *db.Tx, player, puzzle int64, move string, solved bool) error {
	right := 0
	if solved {
		right = 1
	}
	return tx.Exec(`INSERT INTO puzzle_answers (player, puzzle, move, solved, at) VALUES (?, ?, ?, ?, ?)`, player,
		puzzle, move, right, db.Millis(tx.Now))
}

// Tally returns how many puzzles a player has solved, and how many they answered.
func Tally(tx *db.Tx, player int64) (solved, of int, err error) {
	_, err = tx.Found(`SELECT coalesce(sum(solved), 0), count(*) FROM puzzle_answers WHERE player = ?`, []any{player},
		&solved, &of)
	return solved, of, err
}

// Daily returns when a player gets a puzzle each day: the minute of the day, and when the
// next is due, in milliseconds since 1970; false if they want none.
func Daily(tx *db.Tx, player int64) (minute int, due int64, wanted bool, err error) {
	wanted, err = tx.Found(`SELECT minute, due_at FROM puzzle_days WHERE player = ?`, []any{player}, &minute, &due)
	return minute, due, wanted, err
}

// SetDaily stores when a player gets a puzzle each day.
func SetDaily(tx *db.Tx, player int64, minute int, due int64) error {
	return tx.Exec(`INSERT INTO puzzle_days (player, minute, due_at) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET minute = excluded.minute, due_at = excluded.due_at`, player, minute, due)
}

// DropDaily ends the daily puzzles of a player.
func DropDaily(tx *db.Tx, player int64) error {
	return tx.Exec(`DELETE FROM puzzle_days WHERE player = ?`, player)
}

// NextDaily returns the player whose puzzle has been due longest.
func NextDaily(tx *db.Tx) (player int64, found bool, err error) {
	found, err = tx.Found(`SELECT player FROM puzzle_days WHERE due_at <= ? ORDER BY due_at, player LIMIT 1`,
		[]any{db.Millis(tx.Now)}, &player)
	return player, found, err
}
