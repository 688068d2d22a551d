package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/clock"
)

// How standing seasons are: how long one can join at least, and how long they last; and how
// long any tournament lasts at most.
const (
	signUp     = 14 * day
	seasonDays = 120
	mostDays   = 366
)

// cupName is the form of the names of tournaments that operators make.
var cupName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

// acts are what operators did to tournaments, by what and the name, and since when it is
// known: zero, if nothing was erased.
type acts struct {
	done  map[string][]time.Time
	since time.Time
}

func (w *world) readActs(tx *db.Tx) (a acts, err error) {
	a.done = map[string][]time.Time{}
	all, err := tx.ListAudit(-1)
	for _, act := range all {
		if strings.HasPrefix(act.Act, "tournament ") {
			key := act.Act + " " + act.Detail
			a.done[key] = append(a.done[key], act.At)
		}
	}
	if err == nil {
		a.since, err = w.audited(tx)
	}
	return a, err
}

// may reports whether an operator can have done something to a tournament in a moment.
func (a acts) may(what, name string, at time.Time) bool {
	return !at.After(a.since) || slices.ContainsFunc(a.done["tournament "+what+" "+name], at.Equal)
}

// moments holds the state of a tournament against its moments, and its form.
func (e *event) moments(a acts) {
	begun, ended := !e.BegunAt.IsZero(), !e.EndedAt.IsZero()
	last := e.BegunAt.Add(time.Duration(e.Days) * day)
	switch {
	case e.State == seasons.Open && (begun || ended):
		e.say("tournament", "one can join it, and it began or ended at %s", said(slices.MaxFunc([]time.Time{e.BegunAt, e.EndedAt}, time.Time.Compare)))
	case e.State == seasons.Over && !ended:
		e.say("tournament", "it is over, and nothing says since when")
	case e.State != seasons.Over && ended:
		e.say("tournament", "it goes on after its end at %s", said(e.EndedAt))
	case e.State != seasons.Open && e.State != seasons.Over && !begun:
		e.say("tournament", "it has begun, and nothing says when")
	case begun && (e.EndsAt.IsZero() || e.EndsAt.Before(e.BegunAt) || e.EndsAt.After(last)):
		e.say("tournament", "it began at %s for %d days, and its last moment is %s", said(e.BegunAt), e.Days, said(e.EndsAt))
	case begun && e.EndsAt.Before(last) && !a.may("end", e.Name, e.EndsAt):
		e.say("tournament", "it began at %s for %d days, its last moment is %s, and no operator has ended it then", said(e.BegunAt), e.Days, said(e.EndsAt))
	case !begun && ended && !a.may("end", e.Name, e.EndedAt):
		e.say("tournament", "it ended at %s and never began, and no operator has ended it then", said(e.EndedAt))
	case !begun && !e.EndsAt.IsZero():
		e.say("tournament", "it has not begun, and its last moment is %s", said(e.EndsAt))
	}
	e.inOrder()
	e.form()
}

// inOrder holds the moments of a tournament, and of its divisions, in their order.
func (e *event) inOrder() {
	order := []struct {
		what string
		at   time.Time
	}{{"was made", e.MadeAt}, {"began", e.BegunAt}, {"ended", e.EndedAt}}
	for i, now := range order {
		for _, before := range order[:i] {
			if !now.at.IsZero() && now.at.Before(before.at.Add(-slack)) {
				e.say("tournament", "it %s at %s, before it %s at %s", now.what, said(now.at), before.what, said(before.at))
			}
		}
	}
	late := e.world.now.Add(slack)
	switch {
	case e.MadeAt.IsZero() || e.MadeAt.After(late) || e.BegunAt.After(late) || e.EndedAt.After(late):
		e.say("tournament", "it was made at %s, began at %s and ended at %s, of which one cannot be", said(e.MadeAt), said(e.BegunAt), said(e.EndedAt))
	}
	for _, d := range e.divisions {
		switch {
		case !d.BegunAt.IsZero() && d.BegunAt.Before(e.BegunAt):
			e.say("tournament", "division %d began at %s, before it did at %s", d.Number, said(d.BegunAt), said(e.BegunAt))
		case !d.EndedAt.IsZero() && (d.BegunAt.IsZero() || d.EndedAt.Before(d.BegunAt)):
			e.say("tournament", "division %d began at %s, and ended at %s", d.Number, said(d.BegunAt), said(d.EndedAt))
		case !e.EndedAt.IsZero() && d.EndedAt.After(e.EndedAt.Add(slack)):
			e.say("tournament", "it ended at %s, before division %d did at %s", said(e.EndedAt), d.Number, said(d.EndedAt))
		}
	}
}

// form looks at what a tournament was made with.
func (e *event) form() {
	if pace, err := clock.ParsePace(e.Pace); err != nil || pace.String() != e.Pace {
		e.say("tournament", "its pace %q is none", e.Pace)
	}
	game, _, _ := strings.Cut(e.Name, "-")
	_, none := e.world.club.Rules(game)
	switch {
	case e.Standing && e.Name != fmt.Sprintf("%s-%d", e.Rules, e.Season):
		e.say("tournament", "it is season %d of %s, and is not called so", e.Season, e.Rules)
	case e.Standing && e.Days != seasonDays:
		e.say("tournament", "it lasts %d days, and a season %d", e.Days, seasonDays)
	case e.Standing:
	case none == nil || !cupName.MatchString(e.Name) || len(e.Name) > 40:
		e.say("tournament", "no operator can have called it so")
	case e.Season != 1 || e.Previous != 0:
		e.say("tournament", "it is no season, and is season %d, after tournament %d", e.Season, e.Previous)
	case e.Days < 1 || e.Days > mostDays:
		e.say("tournament", "it lasts %d days, and none lasts so long", e.Days)
	}
}

// follows holds a season against the one before, and when one can join it until.
func (e *event) follows(all []seasons.Tournament, a acts) {
	e.starts(all, a)
	if !e.Standing {
		return
	}
	season := func(n int) *seasons.Tournament {
		i := slices.IndexFunc(all, func(t seasons.Tournament) bool { return t.Standing && t.Rules == e.Rules && t.Season == n })
		if i < 0 {
			return nil
		}
		return &all[i]
	}
	before := season(e.Season - 1)
	for n := e.Season - 1; before != nil && before.BegunAt.IsZero(); n-- {
		before = season(n - 1)
	}
	want := int64(0)
	if before != nil {
		want = before.ID
	}
	switch {
	case e.Season < 1 || e.Season > 1 && season(e.Season-1) == nil:
		e.say("tournament", "there is no season %d of %s before it", e.Season-1, e.Rules)
	case e.Previous != want:
		e.say("tournament", "it follows tournament %d, and by the seasons of %s it is %d", e.Previous, e.Rules, want)
	case e.State == seasons.Over && !e.BegunAt.IsZero() && season(e.Season+1) == nil:
		e.say("tournament", "it is over, and the season that follows is gone")
	}
}

// starts holds the moment from which on a tournament begins against when it was made, or the
// season before was over.
func (e *event) starts(all []seasons.Tournament, a acts) {
	from, running := e.MadeAt, false
	for _, t := range all {
		if t.ID == e.Previous && t.ID != 0 {
			from, running = later(from, t.EndedAt), t.State != seasons.Over
		}
	}
	span := e.StartsAt.Sub(from)
	switch set := !e.StartsAt.IsZero(); {
	case !e.BegunAt.IsZero() && (!set || e.StartsAt.After(e.BegunAt)):
		e.say("tournament", "it began at %s, and was to begin at %s", said(e.BegunAt), said(e.StartsAt))
	case set && a.may("start", e.Name, e.StartsAt) && !e.StartsAt.After(e.world.now.Add(slack)) && !e.StartsAt.Before(from):
	case e.Standing && running && set:
		e.say("tournament", "it begins at %s, and the season before goes on", said(e.StartsAt))
	case e.Standing && !running && e.State != seasons.Over && !set:
		e.say("tournament", "nothing says when it begins, and no season before it goes on")
	case e.Standing && set && span != signUp:
		e.say("tournament", "one can join it from %s on for %d days, and it begins at %s", said(from), int(signUp/day), said(e.StartsAt))
	case !e.Standing && set && (span <= 0 || span%day != 0):
		e.say("tournament", "it was made at %s and begins at %s, which is not some days later", said(from), said(e.StartsAt))
	}
}

// putOffTournaments finds those that wait for longer than one does whose step failed.
func putOffTournaments(tx *db.Tx, w *world) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, due int64
		var name string
		err := scan(&id, &name, &due)
		faults = append(faults, Fault{Of: "tournament", ID: id, What: fmt.Sprintf("%s: it waits until %s, and there is nothing to wait for", name, said(moment(due))), Mend: mend("tournament")})
		return err
	}, `SELECT id, name, due_at FROM tournaments WHERE due_at > ? OR due_at <> 0 AND state = 'over' ORDER BY id`, w.now.Add(2*time.Hour).UnixMilli())
	return faults, err
}
