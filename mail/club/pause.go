package club

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
)

// A player may pause: nothing is sent to them until they write. It is what
// "unsubscribe" in a mail program brings to who has ever written to us.
//
//   - One letter is sent still, which says what follows and how to end it.
//   - The clocks of their games stand still as while letters come back, for as long
//     as the quota of package club has time left: what a player could press again and
//     again must stall no game for longer than a vacation could. Then they run, and
//     games may be lost on time; so they do at once in a pause that follows others too
//     soon. The opponents are told, once a day at most.
//   - Invitations stand until they expire, and new ones are refused.
//   - Any proven letter ends it, but one that asks to pause, or to stop.

// tellPauseEvery is how often a player's pauses make letters to the opponents: what
// begins again within that time they read on the boards of other letters.
const tellPauseEvery = day

// TakePause begins a player's pause; it reports false if the player has one, wants
// no letters at all, or was forgotten.
func TakePause(tx *Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" {
		return false, err
	}
	if paused, err := tx.IsPaused(player); err != nil || paused {
		return false, err
	}
	// Letters may come back from there: then that is as before, but by wish.
	if _, _, err := lift(tx, player); err != nil {
		return false, err
	}
	earlier, err := tx.DB.PausesOf(player)
	if err != nil {
		return false, err
	}
	told := slices.ContainsFunc(earlier, func(e db.Pause) bool { return e.Wished && e.From.After(tx.Now().Add(-tellPauseEvery)) })
	if _, err := standStill(tx, db.Pause{Player: player, Why: db.Bounce, From: tx.Now(), Wished: true}, "not sent: the player has paused the letters"); err != nil {
		return false, err
	}
	e, err := PauseOf(tx, player)
	if err != nil {
		return false, err
	}
	people, err := tx.DB.Opponents(player)
	if err != nil {
		return false, err
	}
	others := slices.ContainsFunc(people, func(p db.Player) bool { return p.ID != player && Robot(p) == 0 })
	e.Told = others && !told && !e.Until.IsZero()
	if err := tx.Emit(e); err != nil || !e.Told {
		return true, err
	}
	return true, tx.Emit(Suspended{p, tx.Now()})
}

// PauseOf is a player's pause as it is now. Who has none makes it db.ErrNotFound.
func PauseOf(tx *Tx, player int64) (e Paused, err error) {
	if e.Player, err = tx.DB.Player(player); err != nil {
		return e, err
	}
	open, err := tx.DB.OpenBounce(player)
	if err != nil {
		return e, err
	}
	all, err := tx.standstills(player)
	if err != nil {
		return e, err
	}
	if now := all[slices.IndexFunc(all, func(p db.Pause) bool { return p.ID == open.ID })]; now.To.After(tx.Now()) {
		e.Until = now.To
	}
	e.Often = suspendedTooOften(all)[open.ID]
	e.Games, e.Invitations, err = tx.Holdings(player)
	return e, err
}

// EndPause ends a player's pause, if there is one: letters go again, and the clocks
// run.
func EndPause(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	since, lifted, err := liftIf(tx, player, true)
	if err != nil || !lifted {
		return err
	}
	return tx.Emit(Resumed{Player: p, Since: since, Wished: true})
}

// Unpause is EndPause of somebody who leaves: nobody is told.
func Unpause(tx *Tx, player int64) error {
	_, _, err := liftIf(tx, player, true)
	return err
}

// IsPaused reports whether a player has paused the letters.
func (tx *Tx) IsPaused(player int64) (bool, error) {
	p, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return p.Wished, err
}

// standStill begins a time in which nothing is sent to a player: what is queued is
// withheld, with a remark, and the clocks stand still. It returns what of that time
// counts, which may be nothing.
func standStill(tx *Tx, p db.Pause, remark string) (counts db.Pause, err error) {
	if err := tidy(tx, p.Player); err != nil {
		return p, err
	}
	if p, err = tx.DB.AddPause(p); err != nil {
		return p, err
	}
	if err := tx.DB.Withhold(p.Player, remark); err != nil {
		return p, err
	}
	if err := resetClocks(tx, p.Player); err != nil {
		return p, err
	}
	all, err := tx.standstills(p.Player)
	if err != nil {
		return p, err
	}
	return all[slices.IndexFunc(all, func(c db.Pause) bool { return c.ID == p.ID })], nil
}

// lift ends a player's suspension, if there is one that they did not ask for.
func lift(tx *Tx, player int64) (since time.Time, lifted bool, err error) {
	return liftIf(tx, player, false)
}

// liftIf ends a player's suspension, or pause, if there is one.
func liftIf(tx *Tx, player int64, wished bool) (since time.Time, lifted bool, err error) {
	p, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) || err == nil && p.Wished != wished {
		return since, false, nil
	}
	if err != nil {
		return since, false, err
	}
	if err := tx.DB.EndPause(p.ID, tx.Now()); err != nil {
		return since, false, err
	}
	return p.From, true, resetClocks(tx, player)
}
