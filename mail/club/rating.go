package club

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club/rating"
	"turnpost/rules"
)

// minRatedPlies is how many plies a game needs to be rated: each side has
// played one.
const minRatedPlies = 2

// Rate is the listener that settles the ratings of both players of a rated game
// that ends, however it ends; one that is called off is not rated. A game that began with
// a robot counts for what both are against robots, and for nothing else.
func Rate(tx *Tx, e Event) error {
	end, ok := e.(GameEnded)
	if !ok || !end.Table.Game.Rated || end.Table.Game.Result == Void || end.Table.Game.Plies < minRatedPlies {
		return nil
	}
	t := end.Table
	points := map[string]float64{rules.BlackWins.String(): 1, rules.Draw.String(): 0.5}[t.Game.Result]
	black, err := ratingOf(tx, t.Black, t.Game)
	if err != nil {
		return err
	}
	white, err := ratingOf(tx, t.White, t.Game)
	if err != nil {
		return err
	}
	// Both are rated by what the other was before the game.
	now := tx.Now()
	b, w := Glicko(black), Glicko(white)
	rated := Rated{t, [2]RatingChange{
		{t.Black, black, rated(black, b.After(now, rating.Result{Opponent: w.Rested(now), Points: points}))},
		{t.White, white, rated(white, w.After(now, rating.Result{Opponent: b.Rested(now), Points: 1 - points}))},
	}}
	for _, change := range rated.Changes {
		if err := tx.DB.SaveRating(change.After); err != nil {
			return err
		}
	}
	if err := tx.DB.NoteRated(t.Game.ID, rated.Changes[0].After.Games, rated.Changes[1].After.Games); err != nil {
		return err
	}
	return tx.Emit(rated)
}

// ratingOf is what a player is rated in games such as one, or would be without any.
func ratingOf(tx *Tx, p db.Player, g db.Game) (db.Rating, error) {
	r, err := tx.DB.Rating(p.ID, g.Rules, g.Robots)
	if errors.Is(err, db.ErrNotFound) {
		n := rating.First(Robot(p))
		return db.Rating{Player: p.ID, Rules: g.Rules, Robots: g.Robots, Rating: n.Value, Deviation: n.Deviation, Volatility: n.Volatility}, nil
	}
	return r, err
}

// Glicko is what a rating that is stored means.
func Glicko(r db.Rating) rating.Rating {
	return rating.Rating{Value: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility, RatedAt: r.RatedAt}
}

// rated is what is stored when one more game has made a rating a new one.
func rated(r db.Rating, n rating.Rating) db.Rating {
	r.Rating, r.Deviation, r.Volatility, r.RatedAt = n.Value, n.Deviation, n.Volatility, n.RatedAt
	r.Games++
	return r
}
