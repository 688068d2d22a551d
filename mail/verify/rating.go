package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/rating"
)

// rated is a game that counts for ratings.
type rated struct {
	id      int64
	players [2]int64 // Black and White
	nth     [2]int   // which of their rated games it was, from 1 on; 0: it is older
	points  float64  // Black's
	ended   time.Time
}

// kind is a kind of game that ratings are of.
type kind struct {
	rules  string
	robots bool // those with a robot
}

func (k kind) String() string {
	if k.robots {
		return k.rules + " against robots"
	}
	return k.rules
}

// standing is what games have made of a player's rating in one kind of game.
type standing struct {
	rating.Rating
	games int
	// vague says that the order of some games, or what the player was rated when two
	// became one, is not known; so is who played against somebody vague.
	vague bool
}

// tolerance is what two machines may compute differently.
const tolerance = 0.01

// ratings rates all games anew, from the first on, and holds what is stored against it.
func ratings(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	games, err := ratedGames(tx)
	if err != nil {
		return nil, err
	}
	if err := w.readEntered(tx); err != nil {
		return nil, err
	}
	standings := map[kind]map[int64]*standing{}
	for k, list := range games {
		of := map[int64]*standing{}
		standings[k] = of
		for _, id := range w.rate(k, list, of) {
			faults = append(faults, Fault{Of: "game", ID: id, Mend: mend("rating"), What: "which of its players' rated games it was is not what the others say"})
		}
	}
	say := func(player int64, of kind, format string, args ...any) {
		faults = append(faults, Fault{Of: "player", ID: player, Mend: mend("rating"), What: fmt.Sprintf("the rating in %s ", of) + fmt.Sprintf(format, args...)})
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var r db.Rating
		var at int64
		err := scan(&r.Player, &r.Rules, &r.Robots, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
		k := kind{r.Rules, r.Robots}
		s := standings[k][r.Player]
		near := func(a, b, most float64) bool { return math.Abs(a-b) <= most }
		switch {
		case s == nil && w.gone[r.Player]:
		case s == nil:
			say(r.Player, k, "is of no game")
		case s.vague && (r.Deviation <= 0 || r.Deviation > 350 || !near(r.Rating, 1500, 3000) || !near(r.Volatility, 0.06, 0.05)):
			say(r.Player, k, "is %.2f, deviation %.2f, volatility %.5f, and none can be", r.Rating, r.Deviation, r.Volatility)
		case s.vague:
		case !near(r.Rating, s.Value, tolerance) || !near(r.Deviation, s.Deviation, tolerance) || !near(r.Volatility, s.Volatility, 1e-5):
			say(r.Player, k, "is %.2f, deviation %.2f, volatility %.5f, and %d games make it %.2f, %.2f, %.5f",
				r.Rating, r.Deviation, r.Volatility, s.games, s.Value, s.Deviation, s.Volatility)
		case !moment(at).Equal(s.RatedAt):
			say(r.Player, k, "is of %s, and the last game that counts ended at %s", said(moment(at)), said(s.RatedAt))
		case r.Games != s.games:
			say(r.Player, k, "is of %d games, and %d count", r.Games, s.games)
		}
		delete(standings[k], r.Player)
		return err
	}, `SELECT player, rules, robots, rating, deviation, volatility, games, rated_at FROM ratings`)
	for k, of := range standings { // those that nobody has
		for player, s := range of {
			if !w.gone[player] {
				say(player, k, "is gone, and %d games count", s.games)
			}
		}
	}
	slices.SortFunc(faults, func(a, b Fault) int { return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.ID, b.ID)) })
	return faults, err
}

// ratedGames lists the games that count, by their kind: those that a player of each
// side has played in, and that were not called off.
func ratedGames(tx *db.Tx) (map[kind][]rated, error) {
	games := map[kind][]rated{}
	err := tx.Rows(func(scan func(...any) error) error {
		var g rated
		var k kind
		var result string
		var ended int64
		err := scan(&g.id, &k.rules, &k.robots, &g.players[0], &g.players[1], &g.nth[0], &g.nth[1], &result, &ended)
		g.points, g.ended = map[string]float64{"black": 1, "draw": 0.5}[result], moment(ended)
		games[k] = append(games[k], g)
		return err
	}, `SELECT id, rules, robots, black, white, black_rated, white_rated, result, ended_at FROM games
		WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2 ORDER BY ended_at, id`)
	return games, err
}

// rate plays the ratings of one kind of game through. It lists the games whose place is
// not what the others say, which make their players vague; if players were merged, the
// games of two are mixed under one number, and that is so.
func (w *world) rate(k kind, games []rated, of map[int64]*standing) (misplaced []int64) {
	merged := len(w.merged) > 0
	at := func(player int64) *standing {
		s := of[player]
		if s == nil {
			s = &standing{Rating: rating.First(w.robots[player])}
			of[player] = s
			if p := w.entered[entry{k.rules, player}]; p != nil && !k.robots {
				p.standing = s
			}
		}
		return s
	}
	count := func(g rated) {
		black, white := at(g.players[0]), at(g.players[1])
		b, o := black.Rating, white.Rating
		black.Rating = b.After(g.ended, rating.Result{Opponent: o.Rested(g.ended), Points: g.points})
		white.Rating = o.After(g.ended, rating.Result{Opponent: b.Rested(g.ended), Points: 1 - g.points})
		black.games, white.games = black.games+1, white.games+1
		black.vague = black.vague || white.vague
		white.vague = black.vague
		for _, player := range g.players {
			if p := w.entered[entry{k.rules, player}]; p != nil && !k.robots {
				p.rises = append(p.rises, rise{g.ended, of[player].Value})
			}
		}
	}
	// The older ones, in the order of their ends; of two that ended at one moment
	// nobody knows which was first.
	n := 0
	var numbered []rated
	last := map[int64]time.Time{}
	for ; n < len(games); n++ {
		g := games[n]
		if g.nth != [2]int{} {
			numbered = append(numbered, g)
			continue
		}
		for _, p := range g.players {
			s := at(p)
			s.vague = s.vague || merged || last[p].Equal(g.ended)
			last[p] = g.ended
		}
		count(g)
	}
	return inOrder(numbered, at, count, merged)
}

// inOrder counts games each when it is the next one of both its players.
func inOrder(games []rated, at func(int64) *standing, count func(rated), merged bool) (misplaced []int64) {
	type place struct {
		player int64
		nth    int
	}
	waiting := map[place]int{} // by the first place that it waits for
	done := make([]bool, len(games))
	missing := func(g rated) (place, bool) {
		for i, p := range g.players {
			if at(p).games+1 != g.nth[i] {
				return place{p, g.nth[i]}, true
			}
		}
		return place{}, false
	}
	for i := range games {
		for next := i; !done[next]; {
			p, waits := missing(games[next])
			if waits {
				waiting[p] = next
				break
			}
			count(games[next])
			done[next] = true
			for _, q := range games[next].players {
				if j, ok := waiting[place{q, at(q).games + 1}]; ok && !done[j] {
					next = j
				}
			}
		}
	}
	// A chain may have had two ends at once; and what is left is misplaced.
	for again := true; again; {
		again = false
		for i, g := range games {
			if _, waits := missing(g); !done[i] && !waits {
				count(g)
				done[i], again = true, true
			}
		}
	}
	for i, g := range games {
		if done[i] {
			continue
		}
		if !merged {
			misplaced = append(misplaced, g.id)
		}
		at(g.players[0]).vague, at(g.players[1]).vague = true, true
		count(g)
	}
	return misplaced
}
