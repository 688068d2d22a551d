package consistency

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

const (
	// kept is how long pauses are kept at least once they are over.
	kept = 420 * day
	// mostGrace is more time than an operator leaves after a clock has run out.
	mostGrace = 60 * day
	// mostSuspended is how long a suspension stops clocks at most.
	mostSuspended = 30 * day
)

// bounds are the least and the most that a clock can hold, or a turn can have used.
type bounds struct{ least, most time.Duration }

// checkClocks compares the clocks of a game with its turns.
func (g *game) checkClocks(found *faults) {
	held, turnAt := g.turns()
	if turnAt.After(g.TurnAt) || turnAt.Before(g.TurnAt) && g.Undone == 0 {
		found.add("game", g.ID, doClock, "the turn began at %s, but the game has %s", said(turnAt), said(g.TurnAt))
		return
	}
	for n, left := range []time.Duration{g.BlackLeft, g.WhiteLeft} {
		if left < held[n].least || left > held[n].most {
			found.add("game", g.ID, doClock, "%s's clock held %v to %v when the turn began, but the game has %v",
				[]string{"Black", "White"}[n], held[n].least, held[n].most, left)
			return
		}
	}
	g.checkDue(found)
}

// turns computes what the clocks held when the present turn began, and when that was.
func (g *game) turns() (held [2]bounds, turnAt time.Time) {
	held[0], held[1], turnAt = bounds{g.pace.Start, g.pace.Start}, bounds{g.pace.Start, g.pace.Start}, g.StartedAt
	for i, p := range g.plies {
		mover := g.record.At(i).Turn()
		if g.record.At(i+1).Turn() == mover && (i+1 < len(g.plies) || g.record.Turn() == mover) {
			continue // the same turn goes on
		}
		n := 0
		if mover == rules.White {
			n = 1
		}
		used := g.used(g.player(mover), turnAt, p.PlayedAt)
		held[n] = bounds{g.pace.After(held[n].least, used.most), g.pace.After(held[n].most, used.least)}
		turnAt = p.PlayedAt
	}
	for n := range held {
		if g.Undone > 0 { // what was taken back also used time, and earned it
			held[n] = bounds{0, g.pace.Most}
		}
		held[n].most += g.extended[n]
	}
	return held, turnAt
}

// used computes how much of a turn counted on the player's clock.
func (g *game) used(player int64, from, to time.Time) bounds {
	wall := max(0, to.Sub(from))
	if g.gone() || g.merged || from.Before(g.now.Add(-kept)) || g.pace.Weekdays && g.people[player].zone != "UTC" {
		return bounds{0, wall} // what stood still, or where, may not be kept
	}
	most, least := g.hours(time.UTC, from, to)
	return bounds{least.Counted(from, to), most.Counted(from, to)}
}

// hours returns which hours between two moments count on a player's clock: with the pauses that
// certainly stopped it (sure), and with all that may have. If to is zero there is no end.
func (g *game) hours(zone *time.Location, from, to time.Time) (sure, all clock.Hours) {
	sure = clock.Hours{Weekdays: g.pace.Weekdays, Zone: zone}
	all = sure
	for _, p := range g.pauses {
		if !to.IsZero() && !p.From.Before(to) || !p.To.IsZero() && !p.To.After(from) {
			continue
		}
		all.Pauses = append(all.Pauses, stopped(p))
		// A quota cuts suspensions, and an absence that ended later is noted later.
		if p.Why == db.Vacation || p.Why == db.Retracted || p.Why == db.Down && !p.To.After(to) {
			sure.Pauses = append(sure.Pauses, stopped(p))
		}
	}
	return sure, all
}

// stopped returns a pause with the latest end until which it can stop clocks.
func stopped(p db.ClockPause) clock.Pause {
	if end := p.From.Add(mostSuspended); p.Why == db.Bounce && (p.To.IsZero() || p.To.After(end)) {
		p.To = end
	}
	return clock.Pause{From: p.From, To: p.To}
}

// gone reports whether what stopped the clocks of a player was erased.
func (g *game) gone() bool { return g.people[g.Black].gone || g.people[g.White].gone }

// checkDue checks that the schedule looks at the game in time, and that it was not lost before its
// clock ran out. Looking too early does no harm.
func (g *game) checkDue(found *faults) {
	side := g.record.Turn()
	mover, left := g.people[g.player(side)], g.BlackLeft
	if side == rules.White {
		left = g.WhiteLeft
	}
	if mover.bot && !g.Over() {
		if g.Reminded >= 0 {
			found.add("game", g.ID, doClock, "it is a bot's turn, and the game says that it is a person's")
		}
		return
	}
	sure, all := g.hours(clock.Zone(mover.zone), g.TurnAt, g.EndedAt)
	if g.Over() {
		ranOut := clock.Clock{Hours: sure, TurnAt: g.TurnAt, Left: left}.Deadline()
		if g.Reason == rules.OnTime && g.EndedAt.Before(ranOut.Truncate(time.Millisecond)) && !g.gone() &&
			!g.merged && !g.pace.Weekdays {
			found.add("game", g.ID, doClock, "it was lost on time at %s, and the clock ran until %s", said(g.EndedAt),
				said(ranOut))
		}
		return
	}
	last := clock.Clock{Hours: all, TurnAt: g.TurnAt, Left: left, Grace: mostGrace}.Due(max(0, g.Reminded))
	// What fails is put off for an hour.
	if g.ClockDue.After(last) && g.ClockDue.After(g.now.Add(2*time.Hour)) && !last.IsZero() {
		found.add("game", g.ID, doClock, "its clock is due at %s at the latest, and it is looked at at %s",
			said(last), said(g.ClockDue))
	}
}
