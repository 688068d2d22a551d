package db

import "time"

// Game is a game under way or over. The plies are the truth; Plies, Position,
// Result and Reason are a cache of them.
type Game struct {
	ID           int64
	Rules        string
	Black, White int64
	Subject      string
	Plies        int
	Position     string
	Result       string // none, black, white or draw
	Reason       string
	StartedAt    time.Time
	EndedAt      time.Time
}

const gameColumns = `id, rules, black, white, subject, plies, position, result, reason, started_at, ended_at`

func scanGame(scan func(...any) error) (Game, error) {
	var g Game
	var started, ended int64
	err := scan(&g.ID, &g.Rules, &g.Black, &g.White, &g.Subject, &g.Plies, &g.Position, &g.Result, &g.Reason, &started, &ended)
	g.StartedAt, g.EndedAt = moment(started), moment(ended)
	return g, err
}

// Over reports whether the game has ended.
func (g Game) Over() bool { return g.Result != "none" }

// AddGame stores the game that came of an accepted invitation. ErrExists if the
// invitation has its game already.
func (tx *Tx) AddGame(i Invitation, position string) (Game, error) {
	g := Game{ID: i.ID, Rules: i.Rules, Black: i.Black, White: i.White(), Subject: i.Subject,
		Position: position, Result: "none", StartedAt: tx.Now}
	_, err := tx.exec(`INSERT INTO games (id, rules, black, white, subject, position, started_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		g.ID, g.Rules, g.Black, g.White, g.Subject, g.Position, millis(g.StartedAt))
	return g, err
}

// Game returns the game of that number.
func (tx *Tx) Game(id int64) (Game, error) {
	return get(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE id = ?`, id)
}

// GamesOf lists a player's games by number: the running ones, or those that
// are over, most recent first and at most limit of them.
func (tx *Tx) GamesOf(player int64, over bool, limit int) ([]Game, error) {
	test := `= 'none'`
	if over {
		test = `<> 'none'`
	}
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE black = ? AND result `+test+`
		UNION ALL SELECT `+gameColumns+` FROM games WHERE white = ? AND result `+test+`
		ORDER BY ended_at DESC, id LIMIT ?`, player, player, limit)
}

// EachGame calls f for every game by number, until it fails. total is the
// number of games.
func (tx *Tx) EachGame(f func(g Game, total int) error) error {
	var total int
	if err := tx.row(`SELECT count(*) FROM games`, nil, &total); err != nil {
		return err
	}
	for last := int64(0); ; {
		page, err := all(tx, scanGame, `SELECT `+gameColumns+` FROM games WHERE id > ? ORDER BY id LIMIT 500`, last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, g := range page {
			if err := f(g, total); err != nil {
				return err
			}
			last = g.ID
		}
	}
}

// EndGame writes a result that is not in the plies, such as a resignation.
// ErrNotFound if the game is over already.
func (tx *Tx) EndGame(id int64, result, reason string) error {
	return tx.one(`UPDATE games SET result = ?, reason = ?, ended_at = ? WHERE id = ? AND result = 'none'`,
		result, reason, millis(tx.Now), id)
}
