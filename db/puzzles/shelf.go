package puzzles

// Puzzle is a position in which one ply keeps the win.
type Puzzle struct {
	ID, Game        int64
	Rules, Position string
	Keeps, After    string // the ply, and the position after it
	Plies           string // what each legal ply is worth, as package mail/puzzle writes it
}

const columns = `SELECT p.id, p.game, p.rules, p.position, p.keeps, p.after, p.plies FROM puzzles AS p`

func (s Shelf) puzzle(query string, args ...any) (p Puzzle, found bool, err error) {
	found, err = s.found(query, args, &p.ID, &p.Game, &p.Rules, &p.Position, &p.Keeps, &p.After, &p.Plies)
	return p, found, err
}

// Put puts a puzzle on the shelf, once, and takes down the oldest of the same rules where
// there are more than so many.
func (s Shelf) Put(p Puzzle, most int) error {
	if err := s.tx.Exec(`INSERT INTO puzzles (game, rules, position, keeps, after, plies, found_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`, p.Game, p.Rules, p.Position, p.Keeps, p.After, p.Plies, s.tx.Moment()); err != nil {
		return err
	}
	return s.tx.Exec(`DELETE FROM puzzles WHERE rules = ?1 AND id IN (SELECT id FROM puzzles WHERE rules = ?1 ORDER BY id DESC LIMIT 1000 OFFSET ?2)`, p.Rules, most)
}

// Puzzle is that of a number; false: it is gone.
func (s Shelf) Puzzle(id int64) (Puzzle, bool, error) { return s.puzzle(columns+` WHERE p.id = ?`, id) }

// showable holds for what may be shown to player ?1: see the package's doc.
const showable = ` JOIN games AS g ON g.id = p.game JOIN players AS b ON b.id = g.black JOIN players AS w ON w.id = g.white
	WHERE b.no_analysis = 0 AND w.no_analysis = 0
	AND NOT EXISTS (SELECT 1 FROM games AS r WHERE r.position IN (p.position, p.after) AND r.rules = p.rules AND r.result = 'none')`

// Fresh finds a puzzle of some rules, or of any if they are empty, that a player has not
// answered, or with unseen was not even shown: those of other people's games first, and of
// these the latest; false: there is none.
func (s Shelf) Fresh(player int64, rules string, unseen bool) (Puzzle, bool, error) {
	query := columns + showable + ` AND p.id NOT IN (SELECT puzzle FROM puzzle_answers WHERE player = ?1)`
	if rules != "" {
		query += ` AND p.rules = ?2`
	}
	if unseen {
		query += ` AND p.id NOT IN (SELECT puzzle FROM puzzle_letters WHERE player = ?1)`
	}
	query += ` ORDER BY CASE WHEN ?1 IN (g.black, g.white) THEN 1 ELSE 0 END, p.id DESC LIMIT 1`
	if rules == "" {
		return s.puzzle(query, player)
	}
	return s.puzzle(query, player, rules)
}

// All reads the whole shelf, each by f.
func (s Shelf) All(f func(Puzzle) error) error {
	return s.tx.Rows(func(scan func(...any) error) error {
		var p Puzzle
		if err := scan(&p.ID, &p.Game, &p.Rules, &p.Position, &p.Keeps, &p.After, &p.Plies); err != nil {
			return err
		}
		return f(p)
	}, columns+` ORDER BY p.id`)
}
