package duty

import (
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/mail/club"
	"turnpost/mail/club/follow"
	"turnpost/mail/notify"
)

// NextAside finds what only those wait for who look on, or db.ErrNotFound: that something
// happened in a game or in a table of a tournament that is followed, what a follower is to
// be told, or the best of a week. It comes behind all that players wait for.
func NextAside(tx *db.Tx) (Duty, error) {
	game, ok, err := follows.Next(tx)
	if err != nil {
		return Duty{}, err
	}
	if ok {
		return Duty{
			Name:  fmt.Sprintf("followers of game %d", game),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return follows.Spread(tx.DB, game) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOff(tx.DB, game, until) },
		}, nil
	}
	table, ok, err := follows.NextTable(tx)
	if err != nil {
		return Duty{}, err
	}
	if ok {
		return Duty{
			Name:  fmt.Sprintf("followers of tournament %d, division %d", table.Tournament, table.Division),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return follows.SpreadTable(tx.DB, table) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOffTable(tx.DB, table, until) },
		}, nil
	}
	player, ok, err := follows.NextReader(tx)
	if err != nil {
		return Duty{}, err
	}
	if ok {
		return Duty{
			Name:  fmt.Sprintf("what player %d follows", player),
			Run:   of(player, dueFollowed),
			Later: func(tx *club.Tx, until time.Time) error { return follow.PutOff(tx, player, until) },
		}, nil
	}
	player, ok, err = follows.NextBest(tx)
	if err == nil && !ok {
		err = db.ErrNotFound
	}
	return Duty{
		Name:  fmt.Sprintf("best of the week for player %d", player),
		Run:   of(player, dueBest),
		Later: func(tx *club.Tx, until time.Time) error { return follow.PutOffBest(tx, player, until) },
	}, err
}

// of does something for a player.
func of(player int64, run func(*club.Tx, *notify.Letters, db.Player) error) func(*club.Tx, *notify.Letters) error {
	return func(tx *club.Tx, letters *notify.Letters) error {
		p, err := tx.DB.Player(player)
		if err != nil {
			return err
		}
		return run(tx, letters, p)
	}
}

// dueFollowed tells a follower what happened, in a letter of its own, or where they have no
// digest, in one of the digests.
func dueFollowed(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	if waits, err := follow.Wait(tx, p.ID); err != nil || waits {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return letters.FollowedDue(p, news, false)
}

// followedInDigest tells a follower what happened in their digest, if they want it there.
func followedInDigest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	r, set, err := follows.ReadingOf(tx.DB, p.ID)
	if err != nil || !set || r.Every {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return letters.FollowedDue(p, news, true)
}

// dueBest shows a player the best of the last week.
func dueBest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	best, err := follow.DueBest(tx, p)
	if err == nil {
		letters.BestDue(p, best)
	}
	return err
}
