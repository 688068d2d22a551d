package db

import "time"

// Rating is a player's Glicko-2 rating in one game's rules.
type Rating struct {
	Player     int64
	Rules      string
	Rating     float64
	Deviation  float64
	Volatility float64
	Games      int
	RatedAt    time.Time
}

const ratingColumns = `player, rules, rating, deviation, volatility, games, rated_at`

func scanRating(scan func(...any) error) (Rating, error) {
	var r Rating
	var at int64
	err := scan(&r.Player, &r.Rules, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
	r.RatedAt = moment(at)
	return r, err
}

// Rating returns a player's rating, or ErrNotFound before the first rated game.
func (tx *Tx) Rating(player int64, rules string) (Rating, error) {
	return get(tx, scanRating, `SELECT `+ratingColumns+` FROM ratings WHERE player = ? AND rules = ?`, player, rules)
}

// Ratings lists a player's ratings by rules.
func (tx *Tx) Ratings(player int64) ([]Rating, error) {
	return all(tx, scanRating, `SELECT `+ratingColumns+` FROM ratings WHERE player = ? ORDER BY rules`, player)
}

// Standings lists the best ratings in one game's rules, best first, at most
// limit of them.
func (tx *Tx) Standings(rules string, limit int) ([]Rating, error) {
	return all(tx, scanRating, `SELECT `+ratingColumns+` FROM ratings WHERE rules = ? ORDER BY rating DESC, player LIMIT ?`, rules, atMost(limit))
}

// NoteRated notes which of each player's rated games of its rules a game was, from 1 on.
func (tx *Tx) NoteRated(game int64, black, white int) error {
	return tx.one(`UPDATE games SET black_rated = ?, white_rated = ? WHERE id = ?`, black, white, game)
}

// SaveRating writes a rating.
func (tx *Tx) SaveRating(r Rating) error {
	_, err := tx.exec(`INSERT INTO ratings (player, rules, rating, deviation, volatility, games, rated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, rules) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, rated_at = excluded.rated_at`,
		r.Player, r.Rules, r.Rating, r.Deviation, r.Volatility, r.Games, millis(r.RatedAt))
	return err
}
