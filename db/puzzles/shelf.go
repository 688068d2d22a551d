package puzzles

import "turnpost/db"

// Puzzle is a position in which one ply keeps the win.
type Puzzle struct {
	ID, Game        int64
	Rules, Position string
	Keeps, After    string // the ply, and the position after it
	Plies           string // what each legal ply is worth, as package mail/club/analysis writes it
	// Level is the lowest level of the engine that finds the ply; 0 for puzzles that were found
	// before wins were proven.
	Level int
}

const columns = `SELECT p.id, p.game, p.rules, p.position, p.keeps, p.after, p.plies, p.level FROM puzzles AS p`

func scanned(scan func(...any) error) (p Puzzle, err error) {
	return p, scan(&p.ID, &p.Game, &p.Rules, &p.Position, &p.Keeps, &p.After, &p.Plies, &p.Level)
}

// Put stores a puzzle, if it is not stored already, and deletes the oldest ones of the same
// rules beyond a number.
func Put(tx *db.Tx, p Puzzle, most int) error {
	if err := tx.Exec(
		`INSERT INTO puzzles (game, rules, position, keeps, after, plies, level, found_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.Game, p.Rules, p.Position, p.Keeps, p.After, p.Plies, p.Level, db.Millis(tx.Now)); err != nil {
		return err
	}
	return tx.Exec(
		`DELETE FROM puzzles WHERE rules = ?1 AND id IN (SELECT id FROM puzzles WHERE rules = ?1
			ORDER BY id DESC LIMIT 1000 OFFSET ?2)`, p.Rules, most)
}

// Get returns the puzzle of a number; false if it was deleted.
func Get(tx *db.Tx, id int64) (p Puzzle, found bool, err error) {
	err = tx.Rows(func(scan func(...any) error) (err error) { found = true; p, err = scanned(scan); return err },
		columns+` WHERE p.id = ?`, id)
	return p, found, err
}

// Unanswered finds at most so many puzzles of some rules, or of any if rules is empty, that a
// player has not answered; with unseen, that the player was not even shown. Games of
// players who want no analysis are left out. Puzzles from other people's games come first,
// then those that the player was not shown or was shown longest ago, then the latest.
func Unanswered(tx *db.Tx, player int64, rules string, unseen bool, most int) (out []Puzzle, err error) {
	args := []any{player, most}
	query := columns +
		` JOIN games AS g ON g.id = p.game JOIN players AS b ON b.id = g.black JOIN players AS w ON w.id = g.white
		LEFT JOIN (SELECT puzzle, MAX(at) AS at FROM puzzle_messages WHERE player = ?1
		GROUP BY puzzle) AS l ON l.puzzle = p.id
		WHERE b.no_analysis = 0 AND w.no_analysis = 0 AND p.id NOT IN (SELECT puzzle FROM puzzle_answers
		WHERE player = ?1)`
	if rules != "" {
		query, args = query+` AND p.rules = ?3`, append(args, rules)
	}
	if unseen {
		query += ` AND l.at IS NULL`
	}
	query += ` ORDER BY CASE WHEN ?1 IN (g.black, g.white) THEN 1 ELSE 0 END, COALESCE(l.at, 0), p.id DESC LIMIT ?2`
	err = tx.Rows(func(scan func(...any) error) error {
		p, err := scanned(scan)
		out = append(out, p)
		return err
	}, query, args...)
	return out, err
}

// All calls f for every puzzle.
func All(tx *db.Tx, f func(Puzzle) error) error {
	return tx.Rows(func(scan func(...any) error) error {
		p, err := scanned(scan)
		if err != nil {
			return err
		}
		return f(p)
	}, columns+` ORDER BY p.id`)
}
