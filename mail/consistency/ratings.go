package consistency

import (
	"math"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/rating"
)

const doRating = "games are right; only the ratings are off until the player's next rated games have moved them"

// ratedGame is a game that counts for ratings.
type ratedGame struct {
	id      int64
	players [2]int64 // Black and White
	nth     [2]int   // which of their rated games it was, from 1 on; 0 in games that are older than this number
	points  float64  // Black's
	ended   time.Time
}

// kind is a kind of game that ratings are of.
type kind struct {
	rules string
	bots  bool // those with a bot
}

func (k kind) String() string {
	if k.bots {
		return k.rules + " against bots"
	}
	return k.rules
}

// rated is what games have made of a player's rating.
type rated struct {
	rating.Rating
	games int
	vague bool // the order of some games is not known, of the player or of an opponent
}

// turn is a player's nth rated game.
type turn struct {
	player int64
	nth    int
}

// rater computes the ratings of one kind of game. Each game counts when it is the next one of both
// its players.
type rater struct {
	first   func(player int64) rating.Rating
	of      map[int64]*rated
	waiting map[turn][]ratedGame // by a turn that has to come first
}

func (r *rater) at(player int64) *rated {
	if r.of[player] == nil {
		r.of[player] = &rated{Rating: r.first(player)}
	}
	return r.of[player]
}

// add counts a game and those that waited for it, or keeps it.
func (r *rater) add(g ratedGame) {
	for next := []ratedGame{g}; len(next) > 0; {
		g, next = next[len(next)-1], next[:len(next)-1]
		i := slices.IndexFunc([]int{0, 1},
			func(i int) bool { return g.nth[i] != 0 && g.nth[i] != r.at(g.players[i]).games+1 })
		if i >= 0 {
			t := turn{g.players[i], g.nth[i]}
			r.waiting[t] = append(r.waiting[t], g)
			continue
		}
		r.count(g)
		for _, player := range g.players {
			t := turn{player, r.at(player).games + 1}
			next = append(next, r.waiting[t]...)
			delete(r.waiting, t)
		}
	}
}

func (r *rater) count(g ratedGame) {
	black, white := r.at(g.players[0]), r.at(g.players[1])
	tie := g.nth == [2]int{} && (g.ended.Equal(black.RatedAt) || g.ended.Equal(white.RatedAt))
	black.vague = black.vague || white.vague || tie
	white.vague = black.vague
	b, w := black.Rating, white.Rating
	black.Rating = b.After(g.ended, rating.GameScore{Opponent: w.Rested(g.ended), Points: g.points})
	white.Rating = w.After(g.ended, rating.GameScore{Opponent: b.Rested(g.ended), Points: 1 - g.points})
	black.games, white.games = black.games+1, white.games+1
}

// ratings computes all ratings again and compares them with what is stored. Where players were
// merged, their games are mixed, and no order is known.
func (v *verifier) ratings(tx *db.Tx, found *faults) error {
	if mixed, err := merged(tx); err != nil || mixed {
		return err
	}
	level, gone, err := levels(tx)
	if err != nil {
		return err
	}
	all := map[kind]*rater{}
	if err := tx.Rows(func(scan func(...any) error) error {
		var g ratedGame
		var k kind
		var ended int64
		err := scan(&g.id, &k.rules, &k.bots, &g.players[0], &g.players[1], &g.nth[0], &g.nth[1], &g.points, &ended)
		g.ended = moment(ended)
		if all[k] == nil {
			all[k] = &rater{func(player int64) rating.Rating { return rating.First(level[player]) },
				map[int64]*rated{}, map[turn][]ratedGame{}}
		}
		all[k].add(g)
		return err
	}, `SELECT id, rules, against_programs, black, white, black_rated, white_rated, CASE result WHEN 'black' THEN 1.0
		WHEN 'draw' THEN 0.5 ELSE 0.0 END, ended_at FROM games
		WHERE rated = 1 AND result NOT IN ('none', 'void') AND plies >= 2 AND black_rated >= 0 AND clock_due = 0
		ORDER BY CASE black_rated WHEN 0 THEN 0 ELSE 1 END, ended_at, id`); err != nil {
		return err
	}
	for _, r := range all {
		for _, games := range r.waiting {
			for _, g := range games {
				found.add("game", g.id, doRating, "which of its players' rated games it was is not what the others say")
				r.count(g)
				r.at(g.players[0]).vague, r.at(g.players[1]).vague = true, true
			}
		}
	}
	near := func(a, b, most float64) bool { return math.Abs(a-b) <= most } // two machines may compute differently
	err = tx.Rows(func(scan func(...any) error) error {
		var r db.Rating
		var at int64
		err := scan(&r.Player, &r.Rules, &r.AgainstPrograms, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
		k := kind{r.Rules, r.AgainstPrograms}
		var is *rated
		if all[k] != nil {
			is = all[k].of[r.Player]
			delete(all[k].of, r.Player)
		}
		switch {
		case is == nil && !gone[r.Player]:
			found.add("player", r.Player, doRating, "the rating in %v is of no game", k)
		case is == nil || is.vague:
		case !near(r.Rating, is.Value, 0.01) || !near(r.Deviation, is.Deviation, 0.01) ||
			!near(r.Volatility, is.Volatility, 1e-5):
			found.add("player", r.Player, doRating,
				"the rating in %v is %.2f, deviation %.2f, volatility %.5f, and %d games make it %.2f, %.2f, %.5f",
				k, r.Rating, r.Deviation, r.Volatility, is.games, is.Value, is.Deviation, is.Volatility)
		case !moment(at).Equal(is.RatedAt):
			found.add("player", r.Player, doRating,
				"the rating in %v is of %s, and the last game that counts ended at %s", k, said(moment(at)),
				said(is.RatedAt))
		case r.Games != is.games:
			found.add("player", r.Player, doRating, "the rating in %v is of %d games, and %d count", k, r.Games,
				is.games)
		}
		return err
	}, `SELECT player, rules, against_programs, rating, deviation, volatility, games, rated_at FROM ratings`)
	for k, r := range all {
		for player, is := range r.of {
			if !gone[player] {
				found.add("player", player, doRating, "the rating in %v is gone, and %d games count", k, is.games)
			}
		}
	}
	return err
}

// levels are those of bots, and who was forgotten.
func levels(tx *db.Tx) (level map[int64]int, gone map[int64]bool, err error) {
	level, gone = map[int64]int{}, map[int64]bool{}
	err = tx.Rows(func(scan func(...any) error) error {
		var p db.Player
		err := scan(&p.ID, &p.Name)
		if level[p.ID] = club.BotLevelOf(p); level[p.ID] == 0 {
			gone[p.ID] = true
		}
		return err
	}, `SELECT id, name FROM players WHERE address = ''`)
	return level, gone, err
}
