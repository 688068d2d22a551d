// Package duty finds what time brings to games and players: the ends of clocks and of
// invitations, reminders, digests, puzzles of the day, and slides on ladders; and behind
// all of that, what those wait for who follow games of others ([NextAside]).
//
// [Next] finds the next duty, and carries nothing out: its caller runs it in a transaction
// of its own, and puts it off where that fails, so that the others have their turn. Which
// comes first is settled here: what may be lost comes before what is only told. How often
// it is looked is package server's business.
package duty

import (
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/tournament"
	"turnpost/mail/notify"
)

// A Duty is one thing that time brings to a game or a player.
type Duty struct {
	Name string // for the log
	// Run does it.
	Run func(*club.Tx, *notify.Letters) error
	// Later puts it off when it failed.
	Later func(tx *club.Tx, until time.Time) error
}

// Next finds what time brings next, or db.ErrNotFound: the end of a clock or a
// reminder of it, of an invitation, a digest, a puzzle of the day, or a slide. A letter that came
// within gap after a moment may hold what was waited for until then.
func Next(tx *db.Tx, gap time.Duration) (Duty, error) {
	g, err := tx.NextClock(false, gap)
	if err == nil {
		err = Unread(tx, g.ClockDue, gap)
	}
	if err == nil {
		return Duty{
			Name:  fmt.Sprintf("clock of game %d", g.ID),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return club.LookAtClock(tx, g.ID) },
			Later: func(tx *club.Tx, until time.Time) error { return club.PutOff(tx, g.ID, until) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return Duty{}, err
	}
	i, err := tx.NextExpired(gap)
	if err == nil {
		err = Unread(tx, i.ExpiresAt, gap)
	}
	if err == nil {
		return Duty{
			Name:  fmt.Sprintf("end of invitation %d", i.ID),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return club.Expire(tx, i) },
			Later: func(tx *club.Tx, _ time.Time) error { return club.ExpireUntold(tx, i) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return Duty{}, err
	}
	p, err := tx.NextDigest()
	if errors.Is(err, db.ErrNotFound) {
		return nextPuzzle(tx, gap)
	}
	if err != nil {
		return Duty{}, err
	}
	return Duty{
		Name:  fmt.Sprintf("digest of player %d", p.ID),
		Run:   of(p.ID, dueDigest),
		Later: func(tx *club.Tx, until time.Time) error { return club.PutOffDigest(tx, p.ID, until) },
	}, nil
}

// nextPuzzle is the puzzle of the day that is due, where no digest is: who has both at the
// same minute has them in one letter.
func nextPuzzle(tx *db.Tx, gap time.Duration) (Duty, error) {
	player, err := analysis.NextDailyPuzzle(tx)
	if errors.Is(err, db.ErrNotFound) {
		return nextSlide(tx, gap)
	}
	if err != nil {
		return Duty{}, err
	}
	return Duty{
		Name:  fmt.Sprintf("puzzle for player %d", player),
		Run:   of(player, duePuzzle),
		Later: func(tx *club.Tx, until time.Time) error { return analysis.PutOffDailyPuzzle(tx, player, until) },
	}, nil
}

// nextSlide is who has had no game of a ladder for long.
func nextSlide(tx *db.Tx, gap time.Duration) (Duty, error) {
	r, err := ladders.NextSlide(tx, gap)
	if err != nil {
		return Duty{}, err
	}
	return Duty{
		Name:  fmt.Sprintf("ladder of %s, player %d", r.Rules, r.Player),
		Run:   func(tx *club.Tx, _ *notify.Letters) error { return tournament.SlideDown(tx, r.Rules, r.Player) },
		Later: func(tx *club.Tx, until time.Time) error { return tournament.PutOffSlide(tx, r.Rules, r.Player, until) },
	}, nil
}

// duePuzzle writes the puzzle that a player is due, if any, and sets the next.
func duePuzzle(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	shown, err := analysis.DueDailyPuzzle(tx, p)
	if err != nil || shown == nil {
		return err
	}
	return letters.PuzzleOfTheDay(p, shown)
}

// dueDigest writes the digest that a player is due, with the puzzle that is due, and sets
// the next. A digest that is late comes once, and one with nothing to say not at all.
func dueDigest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	told, err := letters.DueDigest(p)
	if err == nil {
		err = duePuzzle(tx, letters, p)
	}
	if err == nil {
		err = followedInDigest(tx, letters, p)
	}
	if err != nil {
		return err
	}
	return club.DigestTold(tx, p.ID, told, true)
}

// Unread returns db.ErrNotFound while a letter waits that was here at a moment,
// or so soon after it that it may have been on its way: it may hold what is waited
// for. Letters that go on arriving put nothing off; nor does one that waits for somebody who
// cannot leave: it holds the clocks of its writer alone, which are not found then.
func Unread(tx *db.Tx, at time.Time, gap time.Duration) error {
	waits, err := tx.Unread(at.Add(gap))
	if err == nil && waits {
		err = db.ErrNotFound
	}
	return err
}
