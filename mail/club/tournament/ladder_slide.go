package tournament

import (
	"errors"
	"time"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// SlideDown lets a player slide on a ladder who has had no game of it for long. It looks again
// whether that is to be done: what somebody else has done meanwhile it does not do again.
// Who gets no letters any more is taken off without one, and so is whose letters have come
// back since before the rest began.
func SlideDown(tx *club.Tx, rules string, player int64) error {
	r, on, err := rungOf(tx, rules, player)
	if err != nil || !on || r.SlideAt.IsZero() || r.SlideAt.After(tx.Now()) {
		return err
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if !p.StoppedAt.IsZero() || p.Address == "" {
		return ladders.Leave(tx.DB, rules, player)
	}
	running, err := ladders.Running(tx.DB, rules, player)
	if err != nil {
		return err
	}
	if len(running) > 0 { // of an address that was merged
		return rest(tx, r)
	}
	bounce, err := tx.DB.OpenBounce(player)
	if err == nil && !bounce.Wished && bounce.From.Before(r.RestAt) {
		return ladders.Leave(tx.DB, rules, player)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	stood, err := stoodStill(tx, p, r.RestAt)
	if err != nil {
		return err
	}
	r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(SlideAgainAfter)
	if stood > 0 {
		r.SlideAt = tx.Now().Add(stood)
		return ladders.Save(tx.DB, r)
	}
	if err := ladders.Save(tx.DB, r); err != nil {
		return err
	}
	from, places, err := placeOf(tx, r)
	if err != nil {
		return err
	}
	to := PlaceAfterSlide(from, places)
	if to == from {
		return nil
	}
	if err := moveTo(tx, r, to); err != nil {
		return err
	}
	l, err := LookAtLadder(tx, rules, player)
	if err != nil {
		return err
	}
	return tx.Emit(LadderSlid{l, p, from, to})
}

// stoodStill is how much of the time since a moment a vacation of a player's, or the
// server itself, stopped clocks.
func stoodStill(tx *club.Tx, p db.Player, since time.Time) (time.Duration, error) {
	pauses, err := tx.DB.Pauses(since, p.ID)
	if err != nil {
		return 0, err
	}
	hours := clock.Hours{Zone: club.ZoneOf(p)}
	for _, pause := range pauses {
		if pause.Why != db.Bounce {
			hours.Pauses = append(hours.Pauses, clock.Pause{From: pause.From, To: pause.To})
		}
	}
	return tx.Now().Sub(since) - hours.Counted(since, tx.Now()), nil
}

// PutOffSlide lets a slide that failed wait.
func PutOffSlide(tx *club.Tx, rules string, player int64, until time.Time) error {
	r, err := ladders.Get(tx.DB, rules, player)
	if err != nil {
		return err
	}
	r.SlideAt = until
	return ladders.Save(tx.DB, r)
}
