package follow

import (
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// maxBest is how many games are shown as the best of a week.
const maxBest = 5

// BestGame is one of the best games of a week.
type BestGame struct {
	Game              *club.Game
	Readers, Turnings int // how many followed it, and at how many plies it turned
}

// BestOfWeekChanged: a player gets the best games of each week from now on, or no longer.
type BestOfWeekChanged struct {
	Player db.Player
	Next   time.Time // zero: no longer
}

// WantBest sends a player the best games of each week, on Mondays at the minute of their
// digest.
func WantBest(tx *club.Tx, player int64) error {
	p, err := follower(tx, player)
	if err != nil {
		return err
	}
	due := nextBest(tx, p)
	if err := follows.SetBest(tx.DB, player, due); err != nil {
		return err
	}
	return tx.Emit(BestOfWeekChanged{p, due})
}

// DropBest ends WantBest.
func DropBest(tx *club.Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if err := follows.StopBest(tx.DB, player); err != nil {
		return err
	}
	return tx.Emit(BestOfWeekChanged{Player: p})
}

// DueBest returns the best games of the last week if they are due for a player, and sets the
// next time. It returns none if they are not due, or if no game can be shown.
func DueBest(tx *club.Tx, p db.Player) ([]BestGame, error) {
	due, wanted, err := follows.BestDue(tx.DB, p.ID)
	if err != nil || !wanted || due.After(tx.Now()) {
		return nil, err
	}
	if err := follows.SetBest(tx.DB, p.ID, nextBest(tx, p)); err != nil {
		return nil, err
	}
	if may, err := mayRead(tx, p); err != nil || !may {
		return nil, err
	}
	return LastWeek(tx, p)
}

// LastWeek returns the best games of the last week, from Monday to Monday in the player's
// timezone.
func LastWeek(tx *club.Tx, p db.Player) (out []BestGame, err error) {
	to := monday(tx.Now().In(club.ZoneOf(p)))
	list, err := follows.BestBetween(tx.DB, to.AddDate(0, 0, -7), to, 4*maxBest)
	if err != nil {
		return nil, err
	}
	for _, b := range list {
		g, err := tx.DB.Game(b.Game)
		if err != nil {
			return nil, err
		}
		if apart, err := apart(tx, p.ID, g); err != nil {
			return nil, err
		} else if apart || len(out) == maxBest {
			continue
		}
		game, err := tx.Open(g)
		if err != nil {
			return nil, err
		}
		out = append(out, BestGame{game, b.Readers, b.Turnings})
	}
	return out, nil
}

// monday returns the last midnight at which a Monday began.
func monday(at time.Time) time.Time {
	back := (int(at.Weekday()) + 6) % 7
	return time.Date(at.Year(), at.Month(), at.Day()-back, 0, 0, 0, 0, at.Location())
}

// PutOffBest postpones a player's best games.
func PutOffBest(tx *club.Tx, player int64, until time.Time) error {
	if _, wanted, err := follows.BestDue(tx.DB, player); err != nil || !wanted {
		return err
	}
	return follows.SetBest(tx.DB, player, until)
}

func nextBest(tx *club.Tx, p db.Player) time.Time {
	return clock.Recurrence{Weekly: true, Day: time.Monday, Minute: p.DigestMinute, Zone: club.ZoneOf(p)}.Next(tx.Now())
}
