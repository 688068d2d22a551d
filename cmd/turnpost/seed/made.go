package seed

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"turnpost/db/seal"
	"turnpost/mail/rating"
)

// gap is how long each ply takes.
const gap = 12 * time.Hour

// drawn is a game of those that are filled in.
type drawn struct {
	sample  int
	players [2]int // Black and White
	started int64
	nth     [2]int // which of each player's rated games of its rules it is; 0: it is not over
}

// clocks are what the clocks of a game hold after its last turn, and the ply that ended
// that: nobody's ever stood still.
func (p plan) clocks(g game) (left [2]time.Duration, turn int) {
	left = [2]time.Duration{p.Pace.Start, p.Pace.Start}
	mover := "black"
	for i, next := range g.Turns {
		if next == mover {
			continue
		}
		n := 0
		if mover == "white" {
			n = 1
		}
		left[n] = p.Pace.After(left[n], time.Duration(i+1-turn)*gap)
		mover, turn = next, i+1
	}
	return left, turn
}

// key is a player and a kind of game.
type key struct {
	player int
	rules  string
}

// rate finds the place of each game that is over among those of its players. They are
// numbered in the order of their ends.
func (s *filling) rate() {
	played := map[key]int{}
	for i := range s.games {
		g := &s.games[i]
		if i == 0 || i > s.Games-s.Running || len(s.Samples[g.sample].Moves) < 2 {
			continue
		}
		for n, p := range g.players {
			k := key{p, s.Samples[g.sample].Rules}
			played[k]++
			g.nth[n] = played[k]
		}
	}
}

// addRatings rates the games that are over.
func (s *filling) addRatings() error {
	all := map[key]rating.Rating{}
	for i, g := range s.games {
		sample := s.Samples[g.sample]
		if i%50000 == 0 {
			s.progress("ratings", i, len(s.games))
		}
		if g.nth[0] == 0 {
			continue
		}
		at := time.UnixMilli(g.started).Add(time.Duration(len(sample.Moves)) * gap)
		points := map[string]float64{"black": 1, "draw": 0.5}[sample.Result]
		b, w := key{g.players[0], sample.Rules}, key{g.players[1], sample.Rules}
		for _, k := range []key{b, w} {
			if _, ok := all[k]; !ok {
				all[k] = rating.New()
			}
		}
		black, white := all[b], all[w]
		all[b] = black.After(at, rating.Result{Opponent: white.Rested(at), Points: points})
		all[w] = white.After(at, rating.Result{Opponent: black.Rested(at), Points: 1 - points})
	}
	games := map[key]int{}
	for _, g := range s.games {
		for n, p := range g.players {
			k := key{p, s.Samples[g.sample].Rules}
			games[k] = max(games[k], g.nth[n])
		}
	}
	keys := slices.SortedFunc(maps.Keys(all), func(a, b key) int { return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.rules, b.rules)) })
	return s.rows("ratings", 8, len(keys), func(i int) []any {
		k := keys[i]
		r := all[k]
		return []any{k.player, k.rules, 0, r.Value, r.Deviation, r.Volatility, games[k], r.RatedAt.UnixMilli()}
	})
}

// sealKey is the key of seals.
func (p plan) sealKey() []byte {
	sum := sha256.Sum256(append([]byte("seals "), p.Key...))
	return sum[:]
}

// letter is the number of the letter in that played a ply; 0: none did. The steps make
// these letters.
func (s *filling) letter(id, n, plies int) int64 {
	over := s.Games - s.Running
	switch {
	case id > over:
		return int64(over + (n-1)*s.Running + id - over)
	case n == plies:
		return int64(id)
	}
	return 0
}

// sealed is the seal of ply n of a game, or of its start.
func (s *filling) sealed(id, n int) []byte {
	g := s.games[id]
	sample := s.Samples[g.sample]
	last := seal.Plain().Start(seal.Start{Game: int64(id), Rules: sample.Rules, Pace: s.Pace.String(), Rated: true, StartedAt: g.started})
	for i := range n {
		last = s.sealer.Ply(last, seal.Ply{Game: int64(id), N: i + 1, Move: sample.Moves[i], Letter: s.letter(id, i+1, len(sample.Moves)),
			PlayedAt: g.started + int64(i+1)*gap.Milliseconds()})
	}
	return last
}

// sealPly is the seal of a ply, for a statement.
func (s *filling) sealPly(id, n int) []byte {
	if s.chain.id != id || s.chain.n != n-1 {
		s.chain.last = s.sealed(id, n)
	} else {
		sample := s.Samples[s.games[id].sample]
		s.chain.last = s.sealer.Ply(s.chain.last, seal.Ply{Game: int64(id), N: n, Move: sample.Moves[n-1], Letter: s.letter(id, n, len(sample.Moves)),
			PlayedAt: s.games[id].started + int64(n)*gap.Milliseconds()})
	}
	s.chain.id, s.chain.n = id, n
	return s.chain.last
}

// sealGame is the seal of a game, for a statement.
func (s *filling) sealGame(id int) []byte {
	g := s.games[id]
	sample := s.Samples[g.sample]
	left, turn := s.clocks(sample)
	state := seal.State{Game: int64(id), Plies: len(sample.Moves), Result: sample.Result, Reason: sample.Reason,
		TurnAt: g.started + int64(turn)*gap.Milliseconds(), BlackLeft: left[0].Milliseconds(), WhiteLeft: left[1].Milliseconds()}
	if sample.Result != "none" {
		state.EndedAt = g.started + int64(len(sample.Moves))*gap.Milliseconds()
	}
	return s.sealer.Game(s.sealed(id, len(sample.Moves)), state)
}
