package verify

import (
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/tournament"

	"turnpost/rules"
)

// event is a tournament with all that is stored of it.
type event struct {
	seasons.Tournament
	world     *world
	first     rules.Side // who moves first
	divisions []seasons.Division
	places    []seasons.Entrant
	games     []meeting
	faults    []Fault
}

// meeting is a game of a tournament.
type meeting struct {
	seasons.Game
	rules, pace        string
	rated, robots      bool
	turn, began, ended time.Time
}

func (e *event) say(mended, format string, args ...any) {
	e.faults = append(e.faults, Fault{Of: "tournament", ID: e.ID, What: e.Name + ": " + fmt.Sprintf(format, args...), Mend: mend(mended)})
}

// tournaments makes divisions, pairings and tables of tournaments anew, and holds what is
// stored against them and the games' own rows.
func tournaments(tx *db.Tx, w *world, o Options) (faults []Fault, err error) {
	all, err := seasons.All(tx)
	if err != nil {
		return nil, err
	}
	acts, err := w.readActs(tx)
	if err != nil {
		return nil, err
	}
	unseen, err := unseen(tx)
	if err != nil {
		return nil, err
	}
	by := map[int64]*event{}
	for _, t := range all {
		e := &event{Tournament: t, world: w}
		by[t.ID] = e
		if err := e.read(tx); err != nil {
			return nil, err
		}
		if t.State == seasons.Over && t.EndedAt.Before(o.Since) {
			continue
		}
		e.moments(acts)
		e.follows(all, acts)
		for _, p := range e.places {
			e.joined(p, unseen)
		}
		if g, err := w.club.Rules(t.Rules); err != nil {
			e.say("tournament", "%v", err)
		} else if e.first = g.Start().Turn(); e.placed() {
			e.divided(by[t.Previous])
			for _, d := range e.divisions {
				e.division(d)
			}
		}
		faults = append(faults, e.faults...)
	}
	late, err := putOffTournaments(tx, w)
	return append(faults, late...), err
}

func (e *event) read(tx *db.Tx) (err error) {
	if e.divisions, err = seasons.Divisions(tx, e.ID); err != nil {
		return err
	}
	if e.places, err = seasons.Entrants(tx, e.ID); err != nil {
		return err
	}
	return tx.Rows(func(scan func(...any) error) error {
		g := meeting{Game: seasons.Game{Tournament: e.ID}}
		var turn, began, ended int64
		err := scan(&g.ID, &g.Division, &g.Round, &g.Judged, &g.Black, &g.White, &g.Result, &g.Reason, &g.rules, &g.pace, &g.rated, &g.robots, &turn, &began, &ended)
		g.turn, g.began, g.ended = moment(turn), moment(began), moment(ended)
		e.games = append(e.games, g)
		return err
	}, `SELECT p.game, p.division, p.round, p.judged, g.black, g.white, g.result, g.reason, g.rules, g.pace, g.rated, g.robots, g.turn_at, g.started_at, g.ended_at
		FROM pairings AS p JOIN games AS g ON g.id = p.game WHERE p.tournament = ? ORDER BY p.game`, e.ID)
}

// placed holds the places of those who take part against its state, and reports whether it
// has divisions that can be looked at.
func (e *event) placed() bool {
	begun := !e.BegunAt.IsZero()
	seen, whole := map[[2]int]int64{}, true
	for _, p := range e.places {
		at := [2]int{p.Division, p.Number}
		switch {
		case !begun && (p.Division != 0 || p.Out()):
			e.say("place", "player %d has a place in division %d, and it has not begun", p.Player, p.Division)
		case begun && (p.Division < 1 || p.Division > len(e.divisions)):
			e.say("place", "player %d is in division %d, and there are %d", p.Player, p.Division, len(e.divisions))
		case begun && seen[at] != 0:
			e.say("place", "players %d and %d have the same place %d of division %d", seen[at], p.Player, p.Number, p.Division)
		default:
			seen[at] = p.Player
			continue
		}
		whole = false
	}
	for i, d := range e.divisions {
		if d.Number != i+1 || !begun {
			e.say("tournament", "there is a division %d, which cannot be", d.Number)
			whole = false
		}
	}
	for _, g := range e.games {
		if g.Division < 1 || g.Division > len(e.divisions) {
			e.say("pairing", "game %d is of division %d, and there are %d", g.ID, g.Division, len(e.divisions))
			whole = false
		}
	}
	return begun && whole
}

// divided makes the divisions anew: of the ratings, or of the final tables of the season
// before.
func (e *event) divided(before *event) {
	var last [][]int64
	switch {
	case e.Previous == 0:
	case before == nil || before.Rules != e.Rules || before.EndedAt.IsZero() || before.EndedAt.After(e.BegunAt):
		e.say("tournament", "it follows tournament %d, which is none of its game that was over", e.Previous)
		return
	default:
		before.first = e.first
		for _, d := range before.divisions {
			var order []int64
			for _, row := range before.table(d.Number) {
				order = append(order, row.ID)
			}
			last = append(last, order)
		}
	}
	if len(e.world.merged) > 0 {
		return // ties are by numbers, and so were of others
	}
	var entrants []tournament.Entrant
	is := map[int64]seasons.Entrant{}
	for _, p := range e.places {
		entrants, is[p.Player] = append(entrants, tournament.Entrant{Player: p.Player, Rating: p.Rating}), p
	}
	made := tournament.Divide(entrants, last)
	if len(made) != len(e.divisions) {
		e.say("tournament", "%d who take part make %d divisions, and there are %d", len(entrants), len(made), len(e.divisions))
		return
	}
	for i, division := range made {
		for j, p := range division {
			if now := is[p.Player]; now.Division != i+1 || now.Number != j+1 {
				e.say("place", "player %d has place %d of division %d, and by ratings and the season before it is place %d of division %d", p.Player, now.Number, now.Division, j+1, i+1)
				return // the others follow from it
			}
		}
	}
}

// in are those who have a place in a division, by number, and its games.
func (e *event) in(division int) (places []seasons.Entrant, games []meeting) {
	for _, p := range e.places {
		if p.Division == division {
			places = append(places, p)
		}
	}
	for _, g := range e.games {
		if g.Division == division {
			games = append(games, g)
		}
	}
	slices.SortFunc(places, func(a, b seasons.Entrant) int { return a.Number - b.Number })
	return places, games
}

// table is that of a division as its games make it.
func (e *event) table(division int) []tournament.Row {
	places, games := e.in(division)
	rows := make([]seasons.Game, len(games))
	for i, g := range games {
		rows[i] = g.Game
	}
	return tournament.RowsOf(places, rows, e.first)
}

// division holds a division against its games.
func (e *event) division(d seasons.Division) {
	places, games := e.in(d.Number)
	if d.BegunAt.IsZero() {
		if len(games) > 0 || e.State != seasons.Starting {
			e.say("tournament", "division %d has not begun, and has %d games", d.Number, len(games))
		}
		return
	}
	e.paired(d, places, games)
	last, running := d.BegunAt, int64(0)
	for _, g := range games {
		if g.Result == rules.Undecided.String() {
			running = g.ID
		} else if g.ended.After(last) {
			last = g.ended
		}
		e.judged(g)
	}
	switch {
	case running != 0 && !d.EndedAt.IsZero():
		e.say("tournament", "division %d is over, and game %d of it goes on", d.Number, running)
	case running != 0 && e.State == seasons.Over:
		e.say("tournament", "it is over, and game %d of it goes on", running)
	case running == 0 && !d.EndedAt.Equal(last):
		e.say("tournament", "the last game of division %d ended at %s, and it says %s", d.Number, said(last), said(d.EndedAt))
	}
	// Two who became one were not written into it before both kept their places.
	if top := tournament.LeadersText(e.table(d.Number)); top != d.Top && len(e.world.merged) == 0 {
		e.say("tournament", "by its games player %q stands first in division %d, and its players were told that %q does", top, d.Number, d.Top)
	}
	for _, p := range places {
		e.place(p, games)
	}
}

// paired holds the games of a division against the pairings of the rules.
func (e *event) paired(d seasons.Division, places []seasons.Entrant, games []meeting) {
	for i, p := range places {
		if p.Number != i+1 {
			return // of two who became one; or divided has said it
		}
	}
	type pair struct {
		round        int
		black, white int64
	}
	due := map[pair]bool{} // whether both were there when it began
	there := func(p seasons.Entrant) bool { return !p.Cancelled || p.OutAt.After(d.BegunAt) }
	for _, p := range tournament.Pairings(len(places)) {
		first, second := places[p.First-1], places[p.Second-1]
		if e.first == rules.White {
			first, second = second, first
		}
		due[pair{p.Round, first.Player, second.Player}] = there(first) && there(second)
	}
	for _, g := range games {
		is := pair{g.Round, g.Black, g.White}
		if _, ok := due[is]; !ok {
			e.say("pairing", "game %d, of players %d and %d, is none of round %d of division %d", g.ID, g.Black, g.White, g.Round, d.Number)
		}
		delete(due, is)
		if g.rules != e.Rules || g.pace != e.Pace || !g.rated || !g.began.Equal(d.BegunAt) {
			e.say("pairing", "game %d is not of its rules and pace, not rated, or did not begin with division %d", g.ID, d.Number)
		}
		if g.robots {
			e.say("pairing", "game %d is one with a program, which takes part in none", g.ID)
		}
	}
	missing := 0
	for _, wanted := range due {
		if wanted {
			missing++
		}
	}
	if missing > 0 {
		e.say("pairing", "%d games that the pairings of division %d have are not there", missing, d.Number)
	}
}

// judged looks at what is said of how a game was adjudicated.
func (e *event) judged(g meeting) {
	drawn := g.Result == rules.Draw.String()
	switch {
	case g.Judged == "":
	case g.Reason != rules.Adjudicated, g.ended.Before(e.EndsAt), (g.Judged == "unclear") != drawn && g.Judged != "exact":
		e.say("pairing", "game %d ended %s (%s) at %s, and cannot have been decided as %s on the last day", g.ID, g.Result, g.Reason, said(g.ended), g.Judged)
	}
}
