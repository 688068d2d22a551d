package verify

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

const day = 24 * time.Hour

// kept is how long pauses are kept at least, once they are over, before the clock of a
// turn that began then: see club.tidy.
const kept = 420 * day

// mostGrace is more than any operator leaves after a clock has run out.
const mostGrace = 60 * day

// bounds are the least and the most that a clock may hold.
type bounds struct{ least, most time.Duration }

// clocks holds the clocks of a game, and when it is looked at again, against its turns.
func (w *world) clocks(g *played) (faults []Fault) {
	held, turnAt := w.turns(g)
	if turnAt.Before(g.TurnAt) && g.Undone == 0 || turnAt.After(g.TurnAt) {
		faults = append(faults, sayf(g.ID, "clock", "the turn began at %s, and the game says %s", said(turnAt), said(g.TurnAt)))
	}
	for n, left := range []time.Duration{g.BlackLeft, g.WhiteLeft} {
		b := held[n]
		switch side := []string{"Black", "White"}[n]; {
		case left >= b.least && left <= b.most:
		case b.least == b.most:
			faults = append(faults, sayf(g.ID, "clock", "%s's clock held %v when the turn began, and the game says %v", side, b.least, left))
		default:
			faults = append(faults, sayf(g.ID, "clock", "%s's clock held %v to %v when the turn began, and the game says %v", side, b.least, b.most, left))
		}
	}
	if len(faults) > 0 {
		return faults // the rest would follow from them
	}
	if w.robots[g.mover()] > 0 {
		return w.robotsTurn(g)
	}
	if g.Reminded < 0 || g.Reminded > 3 {
		return append(faults, sayf(g.ID, "clock", "it counts %d reminders of one turn", g.Reminded))
	}
	return w.ahead(g)
}

// turns are what the clocks held when the present turn began, and when that was.
func (w *world) turns(g *played) (held [2]bounds, turnAt time.Time) {
	count := [2]int{}
	held[0], held[1], turnAt = bounds{g.pace.Start, g.pace.Start}, bounds{g.pace.Start, g.pace.Start}, g.StartedAt
	for i, p := range g.plies {
		mover := g.record.At(i).Turn()
		if after := g.record.At(i + 1).Turn(); after == mover && (i+1 < len(g.plies) || g.record.Turn() == mover) {
			continue // it goes on with the turn
		}
		n, player := 0, g.Black
		if mover == rules.White {
			n, player = 1, g.White
		}
		used := w.used(g, player, turnAt, p.PlayedAt)
		held[n] = bounds{g.pace.After(held[n].least, used.most), g.pace.After(held[n].most, used.least)}
		count[n]++
		turnAt = p.PlayedAt
	}
	for n := range held {
		if g.Undone > 0 { // what was taken back is gone, and with it what it earned and used
			held[n] = bounds{0, min(g.pace.Most, g.pace.Start+time.Duration(count[n])*g.pace.More)}
		}
		held[n].most += w.extended[g.ID][n]
	}
	return held, turnAt
}

// used is how much of a turn counted, at the least and at the most.
func (w *world) used(g *played, player int64, from, to time.Time) bounds {
	wall := to.Sub(from)
	if wall <= 0 {
		return bounds{}
	}
	most, least := clock.Hours{}, clock.Hours{}
	for _, p := range w.pausesOf(g, from, to) {
		rested := clock.Pause{From: p.From, To: p.To}
		switch {
		case p.Why == db.Bounce:
			if end := p.From.Add(30 * day); p.To.IsZero() || p.To.After(end) {
				rested.To = end
			}
		case p.Why == db.Vacation, !p.To.After(to): // it was there when the turn ended
			most.Pauses = append(most.Pauses, rested)
		}
		least.Pauses = append(least.Pauses, rested)
	}
	b := bounds{wall, wall}
	slack := time.Duration(0)
	if g.pace.Weekdays {
		zone := clock.Zone(w.zoneOf(player))
		most.Weekdays, most.Zone, least.Weekdays, least.Zone = true, zone, true, zone
		if w.moved(player) { // each weekend may have begun and ended elsewhere
			slack = time.Duration(1+wall/(5*day)) * 26 * time.Hour
		}
	}
	if len(most.Pauses) > 0 || g.pace.Weekdays {
		b.most = most.Counted(from, to)
	}
	if len(least.Pauses) > 0 || g.pace.Weekdays {
		b.least = least.Counted(from, to)
	}
	if w.gone[g.Black] || w.gone[g.White] || len(w.merged) > 0 || from.Before(w.now.Add(-kept)) {
		b.least = 0 // pauses that are not kept
		slack += 26 * time.Hour
		if !g.pace.Weekdays {
			slack = 0
		}
	}
	return bounds{max(0, b.least-slack), min(wall, b.most+slack)}
}

// pausesOf are the pauses of a game's clocks that touch a time; to zero: what follows.
func (w *world) pausesOf(g *played, from, to time.Time) (out []db.Pause) {
	for _, player := range []int64{0, g.Black, g.White} {
		for _, p := range w.pauses[player] {
			if (p.To.IsZero() || p.To.After(from)) && (to.IsZero() || p.From.Before(to)) {
				out = append(out, p)
			}
		}
	}
	return out
}

// zoneOf is a player's timezone.
func (w *world) zoneOf(player int64) string {
	if zone, ok := w.zones[player]; ok {
		return zone
	}
	return "UTC"
}

// moved reports whether a player's timezone may have been another one.
func (w *world) moved(player int64) bool {
	_, set := w.zones[player]
	return set || w.gone[player]
}

// ahead holds what is to come of a running game, or the loss of one on time, against
// its clock. Pauses other than vacations are added without the clockwork being told,
// which then looks too early, once; the grace is the operator's, and not stored.
func (w *world) ahead(g *played) (faults []Fault) {
	turn, left, mover := g.record.Turn(), g.BlackLeft, g.Black
	if turn == rules.White {
		left, mover = g.WhiteLeft, g.White
	}
	if turn == rules.None {
		return nil
	}
	soon, late := clock.Hours{Weekdays: g.pace.Weekdays, Zone: clock.Zone(w.zoneOf(mover))}, clock.Hours{Weekdays: g.pace.Weekdays, Zone: clock.Zone(w.zoneOf(mover))}
	var back []time.Time // ends of vacations, at which it is looked at too
	for _, p := range w.pausesOf(g, g.TurnAt, time.Time{}) {
		rested := clock.Pause{From: p.From, To: p.To}
		if end := p.From.Add(30 * day); p.Why == db.Bounce && (p.To.IsZero() || p.To.After(end)) {
			rested.To = end
		}
		if p.Why == db.Vacation {
			soon.Pauses = append(soon.Pauses, rested)
			if p.Player == mover {
				back = append(back, p.To)
			}
		}
		late.Pauses = append(late.Pauses, rested)
	}
	early := clock.Clock{Hours: soon, TurnAt: g.TurnAt, Left: left}
	latest := clock.Clock{Hours: late, TurnAt: g.TurnAt, Left: left, Grace: mostGrace}
	known := len(w.merged) == 0 && !w.gone[mover] && !w.gone[g.Black] && !w.gone[g.White]
	switch first, last := inMillis(early.Due(g.Reminded)), inMillis(latest.Due(g.Reminded)); {
	case g.Over():
		if lost := inMillis(early.Due(3)); g.Reason == rules.OnTime && known && !g.pace.Weekdays && !lost.IsZero() && g.EndedAt.Before(lost) {
			faults = append(faults, sayf(g.ID, "clock", "it was lost on time at %s, and the clock ran until %s", said(g.EndedAt), said(lost)))
		}
	case g.ClockDue.IsZero():
	case g.ClockDue.Before(g.TurnAt):
		faults = append(faults, sayf(g.ID, "clock", "it is to be looked at at %s, before its turn began", said(g.ClockDue)))
	case !first.IsZero() && g.ClockDue.Before(first) && known && !slices.ContainsFunc(back, g.ClockDue.Equal):
		faults = append(faults, sayf(g.ID, "clock", "nothing is due before %s, and it is to be looked at at %s", said(first), said(g.ClockDue)))
	case !last.IsZero() && g.ClockDue.After(last) && (!last.Before(w.now) || g.ClockDue.After(w.now.Add(2*time.Hour))):
		// One that failed is put off for an hour.
		faults = append(faults, sayf(g.ID, "clock", "it is due at %s at the latest, and it is to be looked at at %s", said(last), said(g.ClockDue)))
	}
	if reminded := inMillis(early.Due(max(0, g.Reminded-1))); g.Reminded > 0 && known && !g.Over() && reminded.After(w.now) {
		faults = append(faults, sayf(g.ID, "clock", "a reminder went out that is due at %s", said(reminded)))
	}
	return faults
}

// robotsTurn holds what is kept of a turn of a robot's, which waits to be thought about,
// against how it is kept.
func (w *world) robotsTurn(g *played) (faults []Fault) {
	if g.Reminded != club.RobotsTurn {
		faults = append(faults, sayf(g.ID, "clock", "it is a robot's turn, and the game says that it is a person's"))
	}
	if g.ClockDue.Before(g.TurnAt) {
		faults = append(faults, sayf(g.ID, "clock", "a robot is to move from %s on, before its turn began", said(g.ClockDue)))
	}
	return faults
}

// mover is the player to move; 0 when the game is over.
func (g *played) mover() int64 {
	switch {
	case g.Over():
	case g.record.Turn() == rules.Black:
		return g.Black
	case g.record.Turn() == rules.White:
		return g.White
	}
	return 0
}

// inMillis is a moment as a column has it.
func inMillis(at time.Time) time.Time { return at.Truncate(time.Millisecond) }
