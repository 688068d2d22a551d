package db

import (
	"math"
	"time"
)

// Rating is a player's Glicko-2 rating in one game's rules: among people, or against
// robots.
type Rating struct {
	Player          int64
	Rules           string
	AgainstPrograms bool // it is of games with robots
	Rating          float64
	Deviation       float64
	Volatility      float64
	Games           int
	RatedAt         time.Time
}

const ratingColumns = `player, rules, against_programs, rating, deviation, volatility, games, rated_at`

func scanRating(scan func(...any) error) (Rating, error) {
	var r Rating
	var at int64
	err := scan(&r.Player, &r.Rules, &r.AgainstPrograms, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
	r.RatedAt = Moment(at)
	return r, err
}

// Rating returns a player's rating, or ErrNotFound before the first rated game.
func (tx *Tx) Rating(player int64, rules string, againstPrograms bool) (Rating, error) {
	return get(tx, scanRating, `SELECT `+ratingColumns+
		` FROM ratings WHERE player = ? AND rules = ? AND against_programs = ?`,
		player, rules, againstPrograms)
}

// Ratings lists a player's ratings by rules.
func (tx *Tx) Ratings(player int64) ([]Rating, error) {
	return all(tx, scanRating, `SELECT `+ratingColumns+` FROM ratings WHERE player = ?
		ORDER BY rules, against_programs`, player)
}

// Standings lists the best ratings in one game's rules, best first, at most limit of
// them: those among people, or those against robots.
func (tx *Tx) Standings(rules string, againstPrograms bool, limit int) ([]Rating, error) {
	return all(tx, scanRating, `SELECT `+ratingColumns+
		` FROM ratings WHERE rules = ? AND against_programs = ? ORDER BY rating DESC, player LIMIT ?`, rules,
		againstPrograms,
		atMost(limit))
}

// NoteRated notes the ratings of both players before and after a game, and which of each player's
// rated games of its kind it was, from 1 on.
func (tx *Tx) NoteRated(game int64, black, white [2]Rating) error {
	round := func(r Rating) int { return int(math.Round(r.Rating)) }
	return tx.one(`UPDATE games SET black_rated = ?, white_rated = ?, black_before = ?, black_after = ?,
		white_before = ?, white_after = ? WHERE id = ?`, black[1].Games, white[1].Games, round(black[0]), round(black[1]),
		round(white[0]), round(white[1]), game)
}

// NoteNotRated notes that a game was to be rated and is not.
func (tx *Tx) NoteNotRated(game int64) error {
	return tx.one(`UPDATE games SET black_rated = -1, white_rated = -1 WHERE id = ?`, game)
}

// SaveRating writes a rating.
func (tx *Tx) SaveRating(r Rating) error {
	_, err := tx.exec(
		`INSERT INTO ratings (player, rules, against_programs, rating, deviation, volatility, games, rated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, rules, against_programs) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, rated_at = excluded.rated_at`,
		r.Player, r.Rules, r.AgainstPrograms, r.Rating, r.Deviation, r.Volatility, r.Games, Millis(r.RatedAt))
	return err
}

// RatingCourses are how a player's ratings among people went, by rules: before the first game after
// which the rating was kept, and after each.
func (tx *Tx) RatingCourses(player int64) (map[string][]int, error) {
	courses := map[string][]int{}
	return courses, tx.Rows(func(scan func(...any) error) error {
		var rules string
		var before, after int
		var ended, game int64
		if err := scan(&rules, &before, &after, &ended, &game); err != nil {
			return err
		}
		if courses[rules] == nil {
			courses[rules] = []int{before}
		}
		courses[rules] = append(courses[rules], after)
		return nil
	}, `SELECT rules, black_before, black_after, ended_at, id FROM games
			WHERE black = ?1 AND result <> 'none' AND black_after > 0 AND against_programs = 0
		UNION ALL SELECT rules, white_before, white_after, ended_at, id FROM games
			WHERE white = ?1 AND result <> 'none' AND white_after > 0 AND against_programs = 0
		ORDER BY 4, 5`, player)
}
