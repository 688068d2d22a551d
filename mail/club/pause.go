package club

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

// A player may pause: nothing is sent to them until they write. It is also what "unsubscribe"
// in a mail program does for a player who has ever written to us.
//
//   - One last message says what follows and how to end the pause.
//   - The clocks stand still as they do while messages bounce, as long as the quota has time
//     left; then they run, and games may be lost on time. In a pause that follows others too
//     soon they run at once. The opponents are told, once a day at most.
//   - Open invitations stand until they expire, and new ones are refused.
//   - Any proven message ends the pause, except one that asks to pause or to stop.
//
// Vacations and suspensions share one quota of days in a year. A reader of a message can forge
// reports that it bounced, and can click its unsubscribe link again and again, so a player
// controls both kinds of pauses. With one quota, a turn takes at most what the clock holds, the
// grace and the quota. Vacations are kept as promised: a suspension counts only as far as the
// vacations around it leave time of the quota within quotaSpan, and a vacation for which no
// time is left, in its calendar year or within vacationSpan, is refused. vacationSpan prevents
// two years' vacations in a row; if a clock alone holds months, a turn may still see both.
//
// A suspension from before there was a quota (Whole) still stops the clock of the turn it fell
// into for all its days: nobody loses a game by an update.

// tellPauseEvery is how often the opponents are told of a player's pauses. Further pauses
// within that time are shown on the boards of other messages only.
const tellPauseEvery = day

// BeginPause begins a player's pause. It reports false if the player is paused already, wants no
// messages at all, or was forgotten.
func BeginPause(tx *Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" {
		return false, err
	}
	if paused, err := tx.IsPaused(player); err != nil || paused {
		return false, err
	}
	// A suspension because of bounces becomes a pause.
	if _, _, err := lift(tx, player); err != nil {
		return false, err
	}
	earlier, err := tx.DB.PausesOf(player)
	if err != nil {
		return false, err
	}
	told := slices.ContainsFunc(earlier, func(e db.ClockPause) bool {
		return e.Wished && e.From.After(tx.Now().Add(-tellPauseEvery))
	})
	pause := db.ClockPause{Player: player, Why: db.Bounce, From: tx.Now(), Wished: true}
	if _, err := standStill(tx, pause, "not sent: the player has paused the messages"); err != nil {
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
	others := slices.ContainsFunc(people, func(p db.Player) bool { return p.ID != player && BotLevelOf(p) == 0 })
	e.Told = others && !told && !e.Until.IsZero()
	if err := tx.Emit(e); err != nil || !e.Told {
		return true, err
	}
	return true, tx.Emit(MailSuspended{p, tx.Now()})
}

// PauseOf returns a player's current pause, or db.ErrNotFound.
func PauseOf(tx *Tx, player int64) (e MessagesPaused, err error) {
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
	if now := all[slices.IndexFunc(all, func(p db.ClockPause) bool { return p.ID == open.ID })]; now.To.After(tx.Now()) {
		e.Until = now.To
	}
	e.Often = suspendedTooOften(all)[open.ID]
	e.Games, e.Invitations, err = tx.Holdings(player)
	return e, err
}

// EndPause ends a player's pause, if there is one, and emits Resumed.
func EndPause(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	since, lifted, err := liftIf(tx, player, true)
	if err != nil || !lifted {
		return err
	}
	return tx.Emit(MessagesResumed{Player: p, Since: since, Wished: true})
}

// Unpause is EndPause without an event, for a player who leaves.
func Unpause(tx *Tx, player int64) error {
	_, _, err := liftIf(tx, player, true)
	return err
}

// IsPaused reports whether a player has paused the messages.
func (tx *Tx) IsPaused(player int64) (bool, error) {
	p, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return p.Wished, err
}

// standStill begins a pause in which nothing is sent to a player: queued messages are withheld
// with a remark, and the clocks stand still. It returns the part of the pause that counts on
// the clocks, which may be empty.
func standStill(tx *Tx, p db.ClockPause, remark string) (counts db.ClockPause, err error) {
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
	return all[slices.IndexFunc(all, func(c db.ClockPause) bool { return c.ID == p.ID })], nil
}

// lift ends a player's suspension, unless it is a pause that they asked for.
func lift(tx *Tx, player int64) (since time.Time, lifted bool, err error) {
	return liftIf(tx, player, false)
}

// liftIf ends a player's suspension, or, if wished, their pause.
func liftIf(tx *Tx, player int64, wished bool) (since time.Time, lifted bool, err error) {
	p, err := tx.DB.OpenBounce(player)
	if errors.Is(err, db.ErrNotFound) || err == nil && p.Wished != wished {
		return since, false, nil
	}
	if err != nil {
		return since, false, err
	}
	return p.From, true, endSuspension(tx, p)
}

// endSuspension ends a suspension or pause now.
func endSuspension(tx *Tx, p db.ClockPause) error {
	if err := tx.DB.EndPause(p.ID, tx.Now()); err != nil {
		return err
	}
	return resetClocks(tx, p.Player)
}

const (
	// quotaSpan is the time within which suspensions and vacations share the quota.
	quotaSpan = 365 * day
	// vacationSpan is the time within which vacations alone must fit into the quota.
	vacationSpan = 183 * day
	// maxSuspension is how long one suspension stops the clocks at most, whatever the quota is.
	maxSuspension = 30 * day
	// longDay is how much longer than 24 hours a day of vacation may be: daylight saving ends
	// on it.
	longDay = time.Hour
)

// How many pauses that a player asks for stop the clocks within an hour and a day. Further ones
// only stop the messages.
const (
	anHour = 3
	aDay   = 6
)

// countedSuspension gives a suspension an end: the latest at which it can stop the clocks.
func countedSuspension(p db.ClockPause) db.ClockPause {
	if end := p.From.Add(maxSuspension); p.To.IsZero() || p.To.After(end) {
		p.To = end
	}
	return p
}

// shareQuota cuts the suspensions among a player's pauses to what counts of them within the
// quota. all is ordered by beginning.
func shareQuota(all []db.ClockPause, quota time.Duration) {
	var vacations, suspensions []clock.Pause
	var which []int // indices in all of the suspensions
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
	for n, cut := range clock.SplitPauses(suspensions, vacations, quota, quotaSpan) {
		all[which[n]].To = cut.To
	}
}

// suspendedTooOften returns the numbers of the pauses that the player asked for too soon after
// others, so that they do not stop the clocks. all is ordered by beginning.
func suspendedTooOften(all []db.ClockPause) map[int64]bool {
	often := map[int64]bool{}
	var begun []time.Time // beginnings of those that stop the clocks
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

// quota returns the quota of each player, for vacations and suspensions together.
func (tx *Tx) quota() time.Duration { return time.Duration(tx.Club.Policy.VacationDays) * day }

// standstills returns all times in which a player's clocks stand or stood still because of
// vacations and suspensions. Each suspension has an end here, and is cut to what counts of it,
// which may be nothing. Earlier ones use the quota first.
func (tx *Tx) standstills(player int64) ([]db.ClockPause, error) {
	all, err := tx.DB.PausesOf(player)
	if err != nil {
		return nil, err
	}
	shareQuota(all, tx.quota())
	return all, nil
}

// tidy deletes past pauses of a player that no longer count for anything, and ends others where
// they last counted, so that they need not be cut again. This bounds their number, however
// often a player pauses and resumes.
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
		// For a day, a pause without effect still counts against those that follow it.
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

// ErrPlayersPause says that a pause belongs to a player. The operator cannot end a vacation or
// a pause, since the player was told that the clocks stand still; Resume ends a suspension.
var ErrPlayersPause = errors.New("the pause is a player's")

// NoteDowntime stores a pause of everybody's clocks from a moment until now, in which no server
// ran. The time in which a resignation can be taken back is longer by it.
func NoteDowntime(tx *Tx, from time.Time) error {
	if _, err := tx.DB.AddPause(db.ClockPause{Why: db.Down, From: from, To: tx.Now()}); err != nil {
		return err
	}
	return tx.DB.PutOffEnds(from)
}

// EndFutureDowntimes ends all pauses of everybody's clocks that end in the future, and returns
// their number. A system clock that was ahead has made them.
func EndFutureDowntimes(tx *Tx) (n int, err error) { return tx.DB.EndAhead() }

// EndDowntime ends a pause of everybody's clocks now. The errors are db.ErrNotFound if there is
// none of that number, ErrNothingToDo if it is over, and ErrPlayersPause.
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
