package club

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/clock"
)

// A player's clocks stand still for vacations and while letters to the player come
// back. Who can forge reports on their own letters, as each letter's reader can, has
// both in hand, so that there is one quota for both, Policy.VacationDays: a turn takes
// at most what the clock holds, the grace and the quota.
//
// What a vacation promises is kept: a suspension counts as far as the others and the
// vacations around it leave time of the quota within suspensionSpan, and a vacation
// that no time is left for, in its calendar year or within vacationSpan, is refused.
// The latter sees to it that two years' vacations are not one after the other; where
// a clock alone holds months, a turn may still see both.
//
// A suspension from before there was a quota stops the clock of the turn that it fell
// into for all its days still: nobody is to lose a game by a new version.
const (
	suspensionSpan = 365 * day
	vacationSpan   = 183 * day
)

// bounceRest is how long the clocks stand still for one suspension at most, whatever
// the quota is.
const bounceRest = 30 * day

// rested is a suspension with an end, as far as one stops the clocks at all.
func rested(p db.Pause) db.Pause {
	if end := p.From.Add(bounceRest); p.To.IsZero() || p.To.After(end) {
		p.To = end
	}
	return p
}

// longDay is how much more than 24 hours a day of vacation may have: one on which
// daylight saving ends.
const longDay = time.Hour

// quota is that of every player.
func (tx *Tx) quota() time.Duration { return time.Duration(tx.Club.Policy.VacationDays) * day }

// A pause that a player asks for stops the clocks pausesAnHour and pausesADay times;
// one beyond that stops the letters alone.
const (
	pausesAnHour = 3
	pausesADay   = 6
)

// standstills are all times in which the clocks of a player stand still, or stood, because
// of vacations or letters that came back. A suspension, which has an end here, is cut to
// what counts of it, which may be nothing; earlier ones take from the quota first.
func (tx *Tx) standstills(player int64) ([]db.Pause, error) {
	all, err := tx.DB.PausesOf(player)
	if err != nil {
		return nil, err
	}
	tx.share(all)
	return all, nil
}

// share cuts the suspensions among the pauses of a player to what counts of them.
func (tx *Tx) share(all []db.Pause) {
	var vacations, suspensions []clock.Pause
	var which []int // of all the suspensions are
	frequent := tooOften(all)
	for i, p := range all {
		switch {
		case p.Why == db.Vacation && !p.To.IsZero():
			vacations = append(vacations, clock.Pause{From: p.From, To: p.To})
		case p.Why == db.Bounce && frequent[p.ID]:
			all[i].To = p.From
		case p.Why == db.Bounce:
			p = rested(p)
			suspensions, which = append(suspensions, clock.Pause{From: p.From, To: p.To}), append(which, i)
		}
	}
	for n, cut := range clock.Share(suspensions, vacations, tx.quota(), suspensionSpan) {
		all[which[n]].To = cut.To
	}
}

// tooOften are the pauses, of these in order of their beginnings, that the player asked
// for too soon after others to stop the clocks.
func tooOften(all []db.Pause) map[int64]bool {
	often := map[int64]bool{}
	var begun []time.Time // those that stop them
	since := func(n int, span time.Duration, now time.Time) bool {
		return len(begun) >= n && begun[len(begun)-n].After(now.Add(-span))
	}
	for _, p := range all {
		if !p.Wished {
			continue
		}
		if often[p.ID] = since(pausesAnHour, time.Hour, p.From) || since(pausesADay, day, p.From); !often[p.ID] {
			begun = append(begun, p.From)
		}
	}
	return often
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
	old = old.Add(-suspensionSpan - 2*bounceRest)
	often, counted := tooOften(all), slices.Clone(all)
	tx.share(counted)
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
