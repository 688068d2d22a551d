package club

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club/rating"
	"turnpost/rules"
)

// minRatedPlies is how many plies of each side a game needs to be rated, and resignedPlies how
// many if it ends by resignation or on time: two addresses that resign at once would make
// ratings of nothing.
const (
	minRatedPlies = 1
	resignedPlies = 2
)

// Why a rated game is not rated.
const (
	NotRatedUnplayed = "unplayed" // it ended before each side had moved
	NotRatedShort    = "short"    // it was given up or lost on time before each side had moved twice
	NotRatedMailbox  = "mailbox"  // its players have one mailbox
)

// RateGame is the listener that updates both ratings when a rated game ends, however it ends,
// unless it was cancelled, ended too early, or was one of a mailbox with itself. Games that
// began against bots have ratings of their own.
func RateGame(tx *Tx, e Event) error {
	end, ok := e.(GameEnded)
	if !ok {
		return nil
	}
	g := end.Game
	rated, why, err := rate(tx, g)
	if err != nil {
		return err
	}
	if why != "" {
		if err := tx.DB.NoteNotRated(g.Row.ID); err != nil {
			return err
		}
		return tx.Emit(GameNotRated{g, why})
	}
	if rated == nil {
		return nil
	}
	for _, change := range rated.Changes {
		if err := tx.DB.SaveRating(change.After); err != nil {
			return err
		}
	}
	black, white := rated.Changes[0], rated.Changes[1]
	if err := tx.DB.NoteRated(g.Row.ID, [2]db.Rating{black.Before, black.After},
		[2]db.Rating{white.Before, white.After}); err != nil {
		return err
	}
	return tx.Emit(*rated)
}

// rate computes what a game that has ended makes of the ratings, or says why it makes nothing of
// them although it was to be rated. It stores nothing.
func rate(tx *Tx, g *Game) (change *GameRated, why string, err error) {
	if !g.Row.Rated || g.Row.Result == db.Void {
		return nil, "", nil
	}
	if why, err = notRated(tx, g); err != nil || why != "" {
		return nil, why, err
	}
	points := map[db.Result]float64{db.BlackWon: 1, db.Drawn: 0.5}[g.Row.Result]
	black, err := RatingOf(tx, g.Black, g.Row)
	if err != nil {
		return nil, "", err
	}
	white, err := RatingOf(tx, g.White, g.Row)
	if err != nil {
		return nil, "", err
	}
	// Each is rated by the opponent's rating before the game. A resignation may have become final
	// later than the game ended, and other games may have been rated in between.
	at := g.Row.EndedAt
	b, w := Glicko(black), Glicko(white)
	return &GameRated{g, [2]RatingChange{
		{g.Black, black, rated(black, b.After(at, rating.GameScore{Opponent: w.Rested(at), Points: points}))},
		{g.White, white, rated(white, w.After(at, rating.GameScore{Opponent: b.Rested(at), Points: 1 - points}))},
	}}, "", nil
}

// notRated says why a rated game that has ended is not rated; "" if it is.
func notRated(tx *Tx, g *Game) (why string, err error) {
	same, err := tx.DB.SameMailbox(g.Black.ID, g.White.ID)
	if err != nil || same {
		return NotRatedMailbox, err
	}
	var plies [3]int
	for n := 1; n <= g.Record.Len(); n++ {
		plies[g.Mover(n)]++
	}
	switch least := min(plies[rules.Black], plies[rules.White]); {
	case least < resignedPlies && (g.Row.Reason == rules.Resigned || g.Row.Reason == rules.OnTime):
		return NotRatedShort, nil
	case least < minRatedPlies:
		return NotRatedUnplayed, nil
	}
	return "", nil
}

// RatingOf returns a player's stored rating in games like g, or the initial one.
func RatingOf(tx *Tx, p db.Player, g db.Game) (db.Rating, error) {
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
