package club

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

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
