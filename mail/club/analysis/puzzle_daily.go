package analysis

import (
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// DailyPuzzle is when a player gets a puzzle a day.
type DailyPuzzle struct {
	Minute int       // of the day, in the player's timezone
	Due    time.Time // the next
}

// DailyPuzzleOf is that of a player; nil: they want none.
func DailyPuzzleOf(tx *club.Tx, player int64) (*DailyPuzzle, error) {
	minute, due, wanted, err := puzzles.Daily(tx.DB, player)
	if err != nil || !wanted {
		return nil, err
	}
	return &DailyPuzzle{minute, time.UnixMilli(due).UTC()}, nil
}

// SetDailyPuzzle gives a player a puzzle a day at a minute of the day; nil leaves what is set, or
// takes that of the digest.
func SetDailyPuzzle(tx *club.Tx, player int64, minute *int) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	at := p.DigestMinute
	if was, err := DailyPuzzleOf(tx, player); err != nil {
		return err
	} else if was != nil {
		at = was.Minute
	}
	if minute != nil {
		at = *minute
	}
	return puzzles.SetDaily(tx.DB, player, at, next(tx, p, at))
}

// DropDailyPuzzle ends it.
func DropDailyPuzzle(tx *club.Tx, player int64) error { return puzzles.DropDaily(tx.DB, player) }

// PutOffDailyPuzzle lets a player's puzzle wait: when to write it failed.
func PutOffDailyPuzzle(tx *club.Tx, player int64, until time.Time) error {
	d, err := DailyPuzzleOf(tx, player)
	if err != nil || d == nil {
		return err
	}
	return puzzles.SetDaily(tx.DB, player, d.Minute, until.UnixMilli())
}

// NextDailyPuzzle is the player whose puzzle is due; db.ErrNotFound if nobody's is.
func NextDailyPuzzle(tx *db.Tx) (player int64, err error) {
	player, found, err := puzzles.NextDaily(tx)
	if err == nil && !found {
		err = db.ErrNotFound
	}
	return player, err
}

// DueDailyPuzzle is the puzzle that is due to a player, and sets the next; nil: none is, or there
// is none that they have not seen, or no letters go to them for now.
func DueDailyPuzzle(tx *club.Tx, p db.Player) (*Puzzle, error) {
	d, err := DailyPuzzleOf(tx, p.ID)
	if err != nil || d == nil || d.Due.After(tx.Now()) {
		return nil, err
	}
	if err := puzzles.SetDaily(tx.DB, p.ID, d.Minute, next(tx, p, d.Minute)); err != nil {
		return nil, err
	}
	if suspended, err := tx.IsSuspended(p.ID); err != nil || suspended || !p.StoppedAt.IsZero() {
		return nil, err
	}
	return ask(tx, p.ID, "", true)
}

// keepHours keeps a player's hour when they are in another timezone.
func keepHours(tx *club.Tx, p db.Player) error {
	d, err := DailyPuzzleOf(tx, p.ID)
	if err != nil || d == nil {
		return err
	}
	return puzzles.SetDaily(tx.DB, p.ID, d.Minute, next(tx, p, d.Minute))
}

// next is the first moment from now on at which it is that minute of the day where a player
// is, by the clocks on the wall, in milliseconds since 1970.
func next(tx *club.Tx, p db.Player, minute int) int64 {
	return clock.Schedule{Minute: minute, Zone: club.ZoneOf(p)}.Next(tx.Now()).UnixMilli()
}
