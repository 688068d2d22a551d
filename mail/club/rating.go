package club

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club/rating"
)

// minRatedPlies is how many plies a game needs to be rated: one of each side.
const minRatedPlies = 2

// RateGame is the listener that updates both ratings when a rated game ends, however it ends,
// unless it was cancelled. Games that began against bots have ratings of their own.
func RateGame(tx *Tx, e Event) error {
	end, ok := e.(GameEnded)
	if !ok || !end.Game.Row.Rated || end.Game.Row.Result == db.Void || end.Game.Row.Plies < minRatedPlies {
		return nil
	}
	g := end.Game
	points := map[db.Result]float64{db.BlackWon: 1, db.Drawn: 0.5}[g.Row.Result]
	black, err := ratingOf(tx, g.Black, g.Row)
	if err != nil {
		return err
	}
	white, err := ratingOf(tx, g.White, g.Row)
	if err != nil {
		return err
	}
	// Each is rated by the opponent's rating before the game.
	now := tx.Now()
	b, w := Glicko(black), Glicko(white)
	rated := GameRated{g, [2]RatingChange{
		{g.Black, black, rated(black, b.After(now, rating.Result{Opponent: w.Rested(now), Points: points}))},
		{g.White, white, rated(white, w.After(now, rating.Result{Opponent: b.Rested(now), Points: 1 - points}))},
	}}
	for _, change := range rated.Changes {
		if err := tx.DB.SaveRating(change.After); err != nil {
			return err
		}
	}
	if err := tx.DB.NoteRated(g.Row.ID, rated.Changes[0].After.Games, rated.Changes[1].After.Games); err != nil {
		return err
	}
	return tx.Emit(rated)
}

// ratingOf returns a player's stored rating in games like g, or the initial one.
func ratingOf(tx *Tx, p db.Player, g db.Game) (db.Rating, error) {
	r, err := tx.DB.Rating(p.ID, g.Rules, g.WithProgram)
	if errors.Is(err, db.ErrNotFound) {
		n := rating.First(BotLevelOf(p))
		return db.Rating{
			Player:          p.ID,
			Rules:           g.Rules,
			AgainstPrograms: g.WithProgram,
			Rating:          n.Value,
			Deviation:       n.Deviation,
			Volatility:      n.Volatility,
		}, nil
	}
	return r, err
}

// Glicko converts a stored rating.
func Glicko(r db.Rating) rating.Rating {
	return rating.Rating{Value: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility, RatedAt: r.RatedAt}
}

// rated returns the stored rating r with the new rating n after one more game.
func rated(r db.Rating, n rating.Rating) db.Rating {
	r.Rating, r.Deviation, r.Volatility, r.RatedAt = n.Value, n.Deviation, n.Volatility, n.RatedAt
	r.Games++
	return r
}
