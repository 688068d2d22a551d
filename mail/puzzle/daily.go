package puzzle

import (
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/clock"
	"turnpost/mail/club"
)

// Daily is when a player gets a puzzle a day.
type Daily struct {
	Minute int       // of the day, in the player's timezone
	Due    time.Time // the next
}

// DailyOf is that of a player; nil: they want none.
func DailyOf(tx *club.Tx, player int64) (*Daily, error) {
	minute, due, wanted, err := puzzles.Daily(tx.DB, player)
	if err != nil || !wanted {
		return nil, err
	}
	return &Daily{minute, time.UnixMilli(due).UTC()}, nil
}

// SetDaily gives a player a puzzle a day at a minute of the day; nil leaves what is set, or
// takes that of the digest.
func SetDaily(tx *club.Tx, player int64, minute *int) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	at := p.DigestMinute
	if was, err := DailyOf(tx, player); err != nil {
		return err
	} else if was != nil {
		at = was.Minute
	}
	if minute != nil {
		at = *minute
	}
	return puzzles.SetDaily(tx.DB, player, at, next(tx, p, at))
}

// DropDaily ends it.
func DropDaily(tx *club.Tx, player int64) error { return puzzles.DropDaily(tx.DB, player) }

// PutOffDaily lets a player's puzzle wait: when to write it failed.
func PutOffDaily(tx *club.Tx, player int64, until time.Time) error {
	d, err := DailyOf(tx, player)
	if err != nil || d == nil {
		return err
	}
	return puzzles.SetDaily(tx.DB, player, d.Minute, until.UnixMilli())
}

// NextDaily is the player whose puzzle is due; db.ErrNotFound if nobody's is.
func NextDaily(tx *db.Tx) (player int64, err error) {
	player, found, err := puzzles.NextDaily(tx)
	if err == nil && !found {
		err = db.ErrNotFound
	}
	return player, err
}

// DueDaily is the puzzle that is due to a player, and sets the next; nil: none is, or there
// is none that they have not seen, or no letters go to them for now.
func DueDaily(tx *club.Tx, p db.Player) (*Shown, error) {
	d, err := DailyOf(tx, p.ID)
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
	d, err := DailyOf(tx, p.ID)
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
