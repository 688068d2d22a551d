package verify

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// climbing is a ladder with all that is stored of it.
type climbing struct {
	rules  string
	world  *world
	rungs  []ladders.Rung // from the first place down
	at     map[int64]ladders.Rung
	games  []climbed // by their number
	faults []Fault
}

// climbed is a game of a ladder, and what its own row says.
type climbed struct {
	ladders.Game
	of             string // its rules
	black, white   int64
	result, reason string
	rated          bool
	began, ended   time.Time
}

func (c *climbing) say(mended, format string, args ...any) {
	c.faults = append(c.faults, Fault{Of: "ladder", What: c.rules + ": " + fmt.Sprintf(format, args...), Mend: mend(mended)})
}

// running reports whether the game itself is not over.
func (g climbed) running() bool { return g.result == rules.Undecided.String() }

// counted reports whether it moved its winner when it ended: neither had left before.
func (g climbed) counted() bool { return !g.running() && g.EndedAt.Equal(g.ended) }

// won reports whether a player has won it.
func (g climbed) won(player int64) bool {
	return g.result == rules.BlackWins.String() && g.black == player || g.result == rules.WhiteWins.String() && g.white == player
}

// climbs holds who stands on ladders, and since when they rest, against their games.
//
// How often somebody slid, and who has left, stands nowhere, so the places are not made
// anew. But whoever has won nothing cannot have overtaken who cannot have slid.
func climbs(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	all := map[string]*climbing{}
	on := func(name string) *climbing {
		if all[name] == nil {
			all[name] = &climbing{rules: name, world: w, at: map[int64]ladders.Rung{}}
		}
		return all[name]
	}
	tallies, err := ladders.Ladders(tx)
	if err != nil {
		return nil, err
	}
	for _, t := range tallies {
		c := on(t.Rules)
		if c.rungs, err = ladders.Places(tx, t.Rules, 1, t.Players); err != nil {
			return nil, err
		}
		for _, r := range c.rungs {
			c.at[r.Player] = r
		}
	}
	if err := tx.Rows(func(scan func(...any) error) error {
		var g climbed
		var over, began, ended int64
		err := scan(&g.ID, &g.Rules, &g.Challenger, &g.Challenged, &over, &g.of, &g.black, &g.white, &g.result, &g.reason, &g.rated, &began, &ended)
		g.EndedAt, g.began, g.ended = moment(over), moment(began), moment(ended)
		c := on(g.Rules)
		c.games = append(c.games, g)
		return err
	}, `SELECT l.game, l.rules, l.challenger, l.challenged, l.ended_at, g.rules, g.black, g.white, g.result, g.reason, g.rated, g.started_at, g.ended_at
		FROM ladder_games AS l JOIN games AS g ON g.id = l.game ORDER BY l.game`); err != nil {
		return nil, err
	}
	kept, err := keptOut(tx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		c.look(kept)
		faults = append(faults, c.faults...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(a.What, b.What) })
	return faults, nil
}

// keptOut are players who take part in nothing, and why: they were forgotten or became
// another, the operator blocks them, they are programs, or they leave.
func keptOut(tx *db.Tx) (why map[int64]string, err error) {
	why = map[int64]string{}
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		var gone, blocked, robot bool
		err := scan(&id, &gone, &blocked, &robot)
		switch {
		case robot:
			why[id] = "is a program"
		case gone:
			why[id] = "is no player any more"
		case blocked:
			why[id] = "is blocked by the operator"
		}
		return err
	}, `SELECT id, address = '', EXISTS (SELECT 1 FROM blocks WHERE player = p.id AND blocked = p.id), robot = 1 FROM players AS p
		WHERE address = '' OR robot = 1 OR EXISTS (SELECT 1 FROM blocks WHERE player = p.id AND blocked = p.id)`)
	return why, err
}

// look holds a ladder against its games.
func (c *climbing) look(kept map[int64]string) {
	if _, err := c.world.club.Rules(c.rules); err != nil {
		c.say("ladder", "%v", err)
		return
	}
	for i, r := range c.rungs {
		if i > 0 && c.rungs[i-1].Position == r.Position {
			c.say("rungs", "players %d and %d stand on the same place", c.rungs[i-1].Player, r.Player)
		}
		switch late := c.world.now.Add(slack); {
		case r.JoinedAt.After(late) || r.JoinedAt.IsZero():
			c.say("rung", "player %d got on it at %s, which is to come or never was", r.Player, said(r.JoinedAt))
		case r.ToldPlace < 0 || !r.ToldSlide.IsZero() && (r.ToldPlace == 0 || r.ToldSlide.Before(r.JoinedAt)):
			c.say("told", "player %d was told of place %d, and that they slide at %s", r.Player, r.ToldPlace, said(r.ToldSlide))
		}
		if r.Position < 1 {
			c.say("rungs", "player %d stands above the first place", r.Player)
		}
		if why := kept[r.Player]; why != "" && (why != "is a program" || len(c.world.merged) == 0) {
			c.say("ladder", "player %d %s, and is on it", r.Player, why)
		}
	}
	if len(c.world.merged) > 0 {
		return // what was of two became of one
	}
	of := map[int64][]climbed{}
	for _, g := range c.games {
		of[g.Challenger], of[g.Challenged] = append(of[g.Challenger], g), append(of[g.Challenged], g)
		c.game(g)
	}
	for _, r := range c.rungs {
		c.rest(r, of[r.Player])
		c.late(r, of[r.Player])
	}
	c.order(of)
}

// game holds what a ladder knows of a game against the game and who is on the ladder.
func (c *climbing) game(g climbed) {
	one, first := c.at[g.Challenger]
	other, second := c.at[g.Challenged]
	// Who has left, and came back since, was not there.
	left := func(since time.Time) bool {
		return !first || !second || one.JoinedAt.After(since.Add(-slack)) || other.JoinedAt.After(since.Add(-slack))
	}
	switch {
	case g.of != c.rules || g.black != g.Challenger && g.black != g.Challenged || g.white != g.Challenger && g.white != g.Challenged || g.Challenger == g.Challenged:
		c.say("climbed", "game %d is of other rules or other players", g.ID)
	case g.EndedAt.IsZero() && !g.running():
		c.say("climbed", "game %d ended at %s, and is taken to be under way", g.ID, said(g.ended))
	case g.EndedAt.IsZero() && (!first || !second || one.JoinedAt.After(g.began.Add(slack)) || other.JoinedAt.After(g.began.Add(slack))):
		c.say("climbed", "game %d is under way, and one of its players is not on the ladder, or got on it later", g.ID)
	case g.EndedAt.IsZero():
	case g.EndedAt.Before(g.began) || !g.running() && g.EndedAt.After(g.ended):
		c.say("climbed", "game %d went on from %s until %s, and is taken to have ended at %s", g.ID, said(g.began), said(g.ended), said(g.EndedAt))
	case !g.counted() && !left(g.EndedAt):
		c.say("climbed", "game %d moves nobody since %s, and neither of its players has left", g.ID, said(g.EndedAt))
	}
}

// rest holds since when a player rests, and when they slide, against their games.
func (c *climbing) rest(r ladders.Rung, own []climbed) {
	last, running := r.JoinedAt, int64(0)
	for _, g := range own {
		switch {
		case g.EndedAt.IsZero():
			running = g.ID
		case g.EndedAt.After(last):
			last = g.EndedAt
		}
	}
	rests, slides := !r.RestAt.IsZero(), !r.SlideAt.IsZero()
	switch {
	case running != 0 && (rests || slides):
		c.say("rung", "player %d rests since %s, and game %d is under way", r.Player, said(r.RestAt), running)
	case running != 0:
	case !rests || !slides:
		c.say("rung", "player %d has no game under way, and never slides", r.Player)
	case r.RestAt.Before(last.Add(-slack)):
		c.say("rung", "player %d is taken to rest since %s, and had a game until %s", r.Player, said(r.RestAt), said(last))
	case r.RestAt.After(c.world.now.Add(slack)):
		c.say("rung", "player %d is taken to rest from %s on, which is to come", r.Player, said(r.RestAt))
	case !c.slides(r):
		c.say("rung", "player %d rests since %s, and slides at %s", r.Player, said(r.RestAt), said(r.SlideAt))
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// slides reports whether a rung slides when it has to: so long after its rest began, or after
// the slide with which it did; later by as much as clocks stood still before; or soon, if that
// has failed.
func (c *climbing) slides(r ladders.Rung) bool {
	span := r.SlideAt.Sub(r.RestAt)
	failed := span > tournament.SlideAgainAfter && !r.SlideAt.After(c.world.now.Add(2*time.Hour))
	return span == tournament.SlideAfter || span == tournament.SlideAgainAfter || failed || span > 0 && span <= c.world.stoodStill(r.Player)
}

// stoodStill is for how long, at the most, something may have put off what a player is to do.
func (w *world) stoodStill(player int64) (d time.Duration) {
	for _, p := range slices.Concat(w.pauses[player], w.pauses[0]) {
		if p.Why != db.Bounce {
			d += p.To.Sub(p.From)
		}
	}
	return d
}

// late counts anew how many games of the ladder a player has lost on time, one after the
// other.
func (c *climbing) late(r ladders.Rung, own []climbed) {
	var over []climbed
	for _, g := range own {
		if g.counted() && !g.began.Before(r.JoinedAt) && g.result != "void" {
			over = append(over, g)
		}
	}
	slices.SortFunc(over, func(a, b climbed) int { return a.ended.Compare(b.ended) })
	want := 0
	for i, g := range over {
		if i > 0 && g.ended.Equal(over[i-1].ended) {
			return // which of the two came first is not known
		}
		if want++; g.reason != rules.OnTime || g.won(r.Player) {
			want = 0
		}
	}
	if r.Late != want {
		c.say("rung", "of player %d it is counted that they lost %d games on time, one after the other, and by the games it is %d", r.Player, r.Late, want)
	}
}

// order looks whether somebody stands above who got on it before them, though they have won
// nothing and the other cannot have slid.
func (c *climbing) order(of map[int64][]climbed) {
	byTime := slices.Clone(c.rungs)
	slices.SortFunc(byTime, func(a, b ladders.Rung) int { return a.JoinedAt.Compare(b.JoinedAt) })
	var lowest ladders.Rung // of those who got on it clearly before, and cannot have slid
	before := 0
	for _, r := range byTime {
		for ; byTime[before].JoinedAt.Before(r.JoinedAt.Add(-slack)); before++ {
			if b := byTime[before]; b.Position > lowest.Position && !c.mayHaveSlid(b, of[b.Player]) {
				lowest = b
			}
		}
		if r.Position < lowest.Position && !slices.ContainsFunc(of[r.Player], func(g climbed) bool { return g.won(r.Player) && g.counted() }) {
			c.say("rungs", "player %d stands above player %d, who was on it before, and has won no game of it", r.Player, lowest.Player)
		}
	}
}

// mayHaveSlid reports whether a player had no game of the ladder for so long that they slid.
func (c *climbing) mayHaveSlid(r ladders.Rung, own []climbed) bool {
	rests := r.JoinedAt
	for _, g := range own { // by their number, and so by their beginning
		if g.began.Before(r.JoinedAt) {
			continue
		}
		if g.began.Sub(rests) >= tournament.SlideAfter-slack {
			return true
		}
		if g.EndedAt.IsZero() {
			return false
		}
		rests = later(rests, g.EndedAt)
	}
	return c.world.now.Sub(rests) >= tournament.SlideAfter-slack
}
