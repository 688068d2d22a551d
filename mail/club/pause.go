package club

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
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

const (
	// quotaSpan is the time within which suspensions and vacations share the quota.
	quotaSpan = 365 * day
	// vacationSpan is that within which vacations alone do.
	vacationSpan = 183 * day
	// maxSuspension is how long the clocks stand still for one suspension at most, whatever the
	// quota is.
	maxSuspension = 30 * day
	// longDay is how much more than 24 hours a day of vacation may have: one on which
	// daylight saving ends.
	longDay = time.Hour
)

// A pause that a player asks for stops the clocks so often; one beyond that stops the
// letters alone.
const (
	anHour = 3
	aDay   = 6
)

// countedSuspension is a suspension with an end, as far as one stops the clocks at all.
func countedSuspension(p db.Pause) db.Pause {
	if end := p.From.Add(maxSuspension); p.To.IsZero() || p.To.After(end) {
		p.To = end
	}
	return p
}

// shareQuota cuts the suspensions among the pauses of a player, in order of their beginnings,
// to what counts of them with a quota.
func shareQuota(all []db.Pause, quota time.Duration) {
	var vacations, suspensions []clock.Pause
	var which []int // of all the suspensions are
	frequent := suspendedTooOften(all)
	for i, p := range all {
		switch {
		case p.Why == db.Vacation && !p.To.IsZero():
			vacations = append(vacations, clock.Pause{From: p.From, To: p.To})
		case p.Why == db.Bounce && frequent[p.ID]:
			all[i].To = p.From
		case p.Why == db.Bounce:
			p = countedSuspension(p)
			suspensions, which = append(suspensions, clock.Pause{From: p.From, To: p.To}), append(which, i)
		}
	}
	for n, cut := range clock.Share(suspensions, vacations, quota, quotaSpan) {
		all[which[n]].To = cut.To
	}
}

// suspendedTooOften are the pauses, of these in order of their beginnings, that the player asked
// for too soon after others to stop the clocks, by their numbers.
func suspendedTooOften(all []db.Pause) map[int64]bool {
	often := map[int64]bool{}
	var begun []time.Time // those that stop them
	since := func(n int, span time.Duration, now time.Time) bool {
		return len(begun) >= n && begun[len(begun)-n].After(now.Add(-span))
	}
	for _, p := range all {
		if !p.Wished {
			continue
		}
		if often[p.ID] = since(anHour, time.Hour, p.From) || since(aDay, day, p.From); !often[p.ID] {
			begun = append(begun, p.From)
		}
	}
	return often
}

// quota is that of every player, for vacations and suspensions together.
func (tx *Tx) quota() time.Duration { return time.Duration(tx.Club.Policy.VacationDays) * day }

// standstills are all times in which the clocks of a player stand still, or stood, because
// of vacations or letters that came back. A suspension, which has an end here, is cut to
// what counts of it, which may be nothing; earlier ones take from the quota first.
func (tx *Tx) standstills(player int64) ([]db.Pause, error) {
	all, err := tx.DB.PausesOf(player)
	if err != nil {
		return nil, err
	}
	shareQuota(all, tx.quota())
	return all, nil
}

// tidy drops of a player's pauses that are over those that count for nothing, now or
// for any clock that runs, and ends the others where they counted last: what is left
// need not be cut again. So their number is bounded, however often a player toggles.
func tidy(tx *Tx, player int64) error {
	all, err := tx.DB.PausesOf(player)
	if err != nil || len(all) == 0 {
		return err
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	old := tx.Now()
	for _, g := range running {
		if g.TurnAt.Before(old) {
			old = g.TurnAt
		}
	}
	old = old.Add(-quotaSpan - 2*maxSuspension)
	often, counted := suspendedTooOften(all), slices.Clone(all)
	shareQuota(counted, tx.quota())
	for i, p := range all {
		now := counted[i]
		// One that counts for nothing still counts against those that follow it for a day.
		nothing := !now.To.After(now.From) && (often[p.ID] || !p.From.After(tx.Now().Add(-day)))
		switch {
		case p.To.IsZero() || p.To.After(tx.Now()), p.Whole && !p.To.Before(old):
		case nothing || p.To.Before(old):
			err = tx.DB.DropPause(p.ID)
		case now.To.Before(p.To):
			err = tx.DB.EndPause(p.ID, now.To)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ErrPlayersPause says that a pause is a player's: who takes a vacation or pauses the letters
// was told that the clocks stand still, and ends that by a letter; a suspension ends
// with club.Resume.
var ErrPlayersPause = errors.New("the pause is a player's")

// NoteDowntime makes a pause of everybody's clocks of the time in which nobody played, from a
// moment until now.
func NoteDowntime(tx *Tx, from time.Time) error {
	_, err := tx.DB.AddPause(db.Pause{Why: db.Down, From: from, To: tx.Now()})
	return err
}

// EndFutureDowntimes ends, now, the pauses of everybody's clocks that end later, and counts them: a
// clock that was ahead has made them.
func EndFutureDowntimes(tx *Tx) (n int, err error) { return tx.DB.EndAhead() }

// EndDowntime ends a pause of everybody's clocks, now. The clocks run on from the moment at which
// the clockwork looks at them again. db.ErrNotFound: there is none of that number;
// club.ErrNothingToDo: it is over; ErrTheirs.
func EndDowntime(tx *Tx, pause int64) error {
	p, err := tx.DB.PauseByID(pause)
	if err != nil {
		return err
	}
	if p.Player != 0 {
		return ErrPlayersPause
	}
	ended, err := tx.DB.EndDown(p)
	if err == nil && !ended {
		err = ErrNothingToDo
	}
	return err
}
