package verify

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/tournament"

	"turnpost/rules"
)

// place holds who was warned, and who is out, against the games of a division.
func (e *event) place(p seasons.Entrant, games []meeting) {
	var own []meeting
	for _, g := range games {
		if g.Black == p.Player || g.White == p.Player {
			own = append(own, g)
		}
	}
	e.warned(p, own)
	switch {
	case p.Out():
		e.out(p, own)
	case p.Cancelled:
		e.say("place", "the games of player %d are cancelled, and they are not out", p.Player)
	}
}

// lost reports whether a player has lost a game, and not by its plies.
func lost(g meeting, player int64, reason string) bool {
	return g.Reason == reason && g.Result == rules.Wins(tournament.SideOf(g.Game, player).Opponent()).String()
}

// warned holds the losses of a player on time against the warning.
func (e *event) warned(p seasons.Entrant, own []meeting) {
	known := p.WarnedAt.IsZero()
	for _, g := range own {
		if !lost(g, p.Player, rules.OnTime) || p.Out() && g.ended.After(p.OutAt) {
			continue
		}
		known = known || g.ended.Equal(p.WarnedAt)
		if e.world.gone[p.Player] || len(e.world.merged) > 0 || g.ended.Before(e.world.now.Add(-kept)) {
			continue // whose pauses may not be kept
		}
		switch {
		case p.Out() && p.OutAt.Equal(g.ended): // they may be by it, or have left in that moment
		case p.WarnedAt.IsZero() && !e.world.suspended(p.Player, g.ended, g.ended, g.ended):
			e.say("place", "player %d lost game %d on time, and was not warned", p.Player, g.ID)
		case !p.WarnedAt.IsZero() && g.ended.After(p.WarnedAt) && tournament.CountsAsSecond(p.WarnedAt, g.turn, g.ended) &&
			!e.world.suspended(p.Player, p.WarnedAt, p.WarnedAt, p.WarnedAt.Add(tournament.WarningLasts)):
			e.say("place", "player %d lost game %d on time after the warning, and is not out", p.Player, g.ID)
		}
	}
	if !known {
		e.say("place", "player %d was warned at %s, and lost no game on time then", p.Player, said(p.WarnedAt))
	}
}

// suspended reports whether letters to a player were not sent at a moment, by wish until
// then or because they came back, until a later one.
func (w *world) suspended(player int64, at, wish, back time.Time) bool {
	return slices.ContainsFunc(w.pauses[player], func(p db.Pause) bool {
		until := back
		if p.Wished {
			until = wish
		}
		return p.Why == db.Bounce && !p.From.After(until) && (p.To.IsZero() || !p.To.Before(at))
	})
}

// out holds what became of the games of a player who is out against the rule: all are
// cancelled if less than half of them were over, or else the rest is lost. What ended in
// that moment as being out ends it was not over.
func (e *event) out(p seasons.Entrant, own []meeting) {
	over, off, rest := 0, 0, 0
	for _, g := range own {
		at := g.ended.Equal(p.OutAt)
		switch {
		case g.Result == rules.Undecided.String():
			e.say("place", "player %d is out since %s, and game %d goes on", p.Player, said(p.OutAt), g.ID)
			return
		case g.ended.After(p.OutAt):
			e.say("place", "player %d is out since %s, and game %d ended at %s", p.Player, said(p.OutAt), g.ID, said(g.ended))
			return
		case at && g.Result == seasons.Void:
			off++
		case at && lost(g, p.Player, rules.Adjudicated):
			rest++
		case g.Result != seasons.Void:
			over++
		}
	}
	switch all := over + off + rest; {
	case p.OutAt.Before(e.BegunAt):
		e.say("place", "player %d is out since %s, before it began", p.Player, said(p.OutAt))
	case p.Cancelled && all > 0 && !tournament.CancelsAll(over+rest, all):
		e.say("place", "%d of %d games of player %d were over, and all are cancelled", over+rest, all, p.Player)
	case !p.Cancelled && tournament.CancelsAll(over, over+rest):
		e.say("place", "%d of %d games of player %d were over, and they are not cancelled", over, over+rest, p.Player)
	case !p.Cancelled && off > 0 && !e.othersOut(p, own):
		e.say("place", "%d games of player %d were called off when they were out, and they are not cancelled", off, p.Player)
	}
}

// othersOut reports whether games of a player were called off because an opponent was out in
// the same moment.
func (e *event) othersOut(p seasons.Entrant, own []meeting) bool {
	return slices.ContainsFunc(e.places, func(o seasons.Entrant) bool {
		return o.Player != p.Player && o.Cancelled && o.OutAt.Equal(p.OutAt) &&
			slices.ContainsFunc(own, func(g meeting) bool { return o.Player == g.Black || o.Player == g.White })
	})
}
