package verify

import (
	"math"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/rating"
)

// entry is a player and the rules of a tournament that they are in, past is how they have been
// rated among people there, and rise what a game made of that.
type (
	entry struct {
		rules  string
		player int64
	}
	past struct {
		rises    []rise
		standing *standing // nil: they have played none that counts
	}
	rise struct {
		at    time.Time
		value float64
	}
)

// readEntered notes whose ratings are to be known from game to game.
func (w *world) readEntered(tx *db.Tx) error {
	w.entered = map[entry]*past{}
	return tx.Rows(func(scan func(...any) error) error {
		var e entry
		err := scan(&e.rules, &e.player)
		w.entered[e] = &past{}
		return err
	}, `SELECT DISTINCT t.rules, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament WHERE t.begun_at <> 0`)
}

// wasRated says whether a player was rated so about a moment, if that is known.
func (w *world) wasRated(e entry, value float64, at time.Time) bool {
	p := w.entered[e]
	if p == nil || p.standing != nil && p.standing.vague || w.gone[e.player] || len(w.merged) > 0 {
		return math.Abs(value-1500) <= 3000
	}
	then := rating.New().Value
	for _, r := range p.rises {
		if r.at.After(at.Add(-slack)) && math.Abs(then-value) <= tolerance {
			return true
		}
		if r.at.After(at.Add(slack)) {
			return false
		}
		then = r.value
	}
	return math.Abs(then-value) <= tolerance
}

// unseen are players whose games are not to be seen, who take part in nothing that has not
// begun.
func unseen(tx *db.Tx) (out map[int64]bool, err error) {
	out = map[int64]bool{}
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		out[id] = true
		return err
	}, `SELECT DISTINCT p.id FROM entrants AS e JOIN players AS p ON p.id = e.player WHERE p.public = 0 OR p.address = ''`)
	return out, err
}

// joined holds what is stored of who takes part against the tournament's moments.
func (e *event) joined(p seasons.Entrant, unseen map[int64]bool) {
	late := e.world.now.Add(slack)
	say := func(format string, args ...any) {
		e.say("entrant", "player %d "+format, append([]any{p.Player}, args...)...)
	}
	switch {
	case p.JoinedAt.After(late) || p.JoinedAt.Before(e.MadeAt.Add(-slack)):
		say("joined it at %s, and it was made at %s", said(p.JoinedAt), said(e.MadeAt))
	case !e.BegunAt.IsZero() && p.JoinedAt.After(e.BegunAt.Add(slack)):
		say("joined it at %s, after it began at %s", said(p.JoinedAt), said(e.BegunAt))
	}
	if e.BegunAt.IsZero() {
		switch {
		case p.Rating != 0 || p.Number != 0 || p.Cancelled || p.Last || !p.WarnedAt.IsZero() || !p.AskedAt.IsZero():
			say("has a rating or a place in it, is asked, warned or leaves, and it has not begun")
		case e.State == seasons.Open && unseen[p.Player] && len(e.world.merged) == 0:
			say("is to play in it, and lets nobody see their games or is none any more")
		}
		return
	}
	if p.Division < 1 || p.Division > len(e.divisions) {
		return // which placed says
	}
	d := e.divisions[p.Division-1]
	switch {
	case !e.world.wasRated(entry{e.Rules, p.Player}, p.Rating, e.BegunAt):
		say("is said to have been rated %.2f in %s when it began at %s, and by their games they were not", p.Rating, e.Rules, said(e.BegunAt))
	case p.AskedAt.IsZero():
	case p.AskedAt.After(late) || d.BegunAt.IsZero() || p.AskedAt.Before(d.BegunAt.Add(-slack)),
		!d.EndedAt.IsZero() && p.AskedAt.After(d.EndedAt.Add(slack)), p.Out() && p.AskedAt.After(p.OutAt.Add(slack)):
		say("was asked at %s whether they leave, and had no games under way in it", said(p.AskedAt))
	}
}
