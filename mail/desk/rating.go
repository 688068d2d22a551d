package desk

import (
	"fmt"
	"math"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// minRatedPlies is how many plies a game needs to be rated: each side has
// played one.
const minRatedPlies = 2

// rateGame settles the ratings of both players of a rated game that has ended
// since the table was opened, however it ended. It may be called again.
func (s *session) rateGame(t *table) error {
	if t.rated || t.wasOver || !t.game.Over() {
		return nil
	}
	t.rated = true
	if !t.game.Rated || t.game.Plies < minRatedPlies {
		return nil
	}
	points := map[string]float64{rules.BlackWins.String(): 1, rules.Draw.String(): 0.5}[t.game.Result]
	black, err := s.ratingOf(t.game.Black, t.game.Rules)
	if err != nil {
		return err
	}
	white, err := s.ratingOf(t.game.White, t.game.Rules)
	if err != nil {
		return err
	}
	// Both are rated by what the other was before the game.
	periods := [2]float64{idlePeriods(black, s.tx.Now), idlePeriods(white, s.tx.Now)}
	after := [2]db.Rating{
		rate(black, periods[0], score{rested(white, periods[1]), points}),
		rate(white, periods[1], score{rested(black, periods[0]), 1 - points}),
	}
	for i, before := range [2]db.Rating{black, white} {
		after[i].RatedAt = s.tx.Now
		if err := s.tx.SaveRating(after[i]); err != nil {
			return err
		}
		side := [2]rules.Side{rules.Black, rules.White}[i]
		line := templates.RatingLine{Name: t.player(side).Name, Game: t.rules.Title, Rating: s.ratingText(after[i])}
		if before.Games > 0 {
			line.Before = s.ratingText(before)
		}
		t.ratings = append(t.ratings, line)
	}
	return nil
}

// ratingOf is a player's rating, or that of a new player.
func (s *session) ratingOf(player int64, rules string) (db.Rating, error) {
	r, err := s.tx.Rating(player, rules)
	if isNotFound(err) {
		return newRating(player, rules), nil
	}
	return r, err
}

// certain reports whether a rating is so as of now: certain enough to be shown
// without a question mark.
func (s *session) certain(r db.Rating) bool {
	return rested(r, idlePeriods(r, s.tx.Now)).Deviation < provisionalFrom
}

// ratingText is a rating as players read it: "1662", or "1662?" while it is
// provisional.
func (s *session) ratingText(r db.Rating) string {
	text := fmt.Sprintf("%.0f", math.Round(r.Rating))
	if !s.certain(r) {
		text += "?"
	}
	return text
}
