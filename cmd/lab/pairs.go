package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/pflag"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Match is two entrants that play pairs of games. Both games of a pair begin with the same random
// plies, with colours exchanged, so that an opening that favours one side favours both entrants
// equally.
type Match struct {
	Game rules.Game
	A, B engine.Contestant
	// Opening is the number of random plies at the beginning of a game.
	Opening int
	// Balanced, if not 0, discards openings that PVS or MCTS considers decided, with this number
	// of nodes each: see Even.
	Balanced int
	// MostPlies is the number of plies after which a game is a draw; 0: 400.
	MostPlies int
	Seed      uint64
	// Clock measures the time of plies, preferably processor time; nil: none.
	Clock func() time.Duration
}

// check refuses options with which so many games cannot be played.
func (m Match) check(games int) error {
	if games < 2 || games%2 != 0 || m.Opening < 0 || m.Balanced < 0 {
		return errors.New("a match needs an even number of games, and --opening and --balanced are not negative")
	}
	return nil
}

// ThinkingTime is the cost of plies for a contestant.
type ThinkingTime struct {
	Plies int
	Took  time.Duration
}

// Mean is the average time of a ply.
func (e ThinkingTime) Mean() time.Duration { return e.Took / time.Duration(max(e.Plies, 1)) }

// And is the sum of both.
func (e ThinkingTime) And(f ThinkingTime) ThinkingTime {
	return ThinkingTime{e.Plies + f.Plies, e.Took + f.Took}
}

// PairResult is the result of two games from one opening.
type PairResult struct {
	// Halves is the score of A in half points: 0 to 4.
	Halves int
	// Draws is the number of drawn games.
	Draws int
	// OneSided is whether the same side won both games: the opening may have decided them.
	OneSided bool
	// Thrown is the number of discarded openings.
	Thrown int
	// A and B are the efforts of the entrants in both games.
	A, B ThinkingTime
}

// Pair plays the n-th pair.
func (m Match) Pair(ctx context.Context, n int) (p PairResult, err error) {
	rng := newRand(m.Seed, uint64(n))
	opening, thrown, err := m.opening(ctx, rng)
	if err != nil {
		return p, err
	}
	p.Thrown = thrown
	var results [2]rules.Result
	for i, a := range []rules.Side{rules.Black, rules.White} {
		if results[i], err = m.play(ctx, opening.Clone(), a, rng, &p); err != nil {
			return p, err
		}
		p.Halves += 1 + sign(results[i], a)
		if results[i] == rules.Draw {
			p.Draws++
		}
	}
	p.OneSided = p.Draws == 0 && results[0] == results[1]
	return p, nil
}

// play plays a game of a pair to its end; a is the side of A.
func (m Match) play(ctx context.Context, r *rules.Record, a rules.Side, rng *rand.Rand,
	p *PairResult) (rules.Result, error) {
	return m.playOut(ctx, r, func() (engine.Contestant, engine.Thought, error) {
		e, effort := m.B, &p.B
		if r.Turn() == a {
			e, effort = m.A, &p.A
		}
		began := m.now()
		t, err := e.Player.Think(ctx, r, engine.Budget{Nodes: e.Nodes, Seed: rng.Uint64()})
		*effort = effort.And(ThinkingTime{1, m.now() - began})
		return e, t, err
	})
}

// playOut plays a game to its end, or to MostPlies plies, which is a draw. next returns the contestant
// to move and what it thinks.
func (m Match) playOut(ctx context.Context, r *rules.Record,
	next func() (engine.Contestant, engine.Thought, error)) (rules.Result, error) {
	for !r.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return rules.Undecided, err
		}
		if r.Len() >= cmp.Or(m.MostPlies, 400) {
			return rules.Draw, nil
		}
		e, t, err := next()
		if err != nil {
			return rules.Undecided, err
		}
		if err := r.Play(t.Move); err != nil {
			return rules.Undecided, fmt.Errorf("%s: %w", e, err)
		}
	}
	return r.Outcome().Result, nil
}

// each calls f with the match in each of some games, by their names separated by commas.
func (m Match) each(names string, f func(m Match) error) error {
	list, err := gamesNamed(names)
	for _, g := range list {
		if err == nil {
			m.Game = g
			err = f(m)
		}
	}
	return err
}

// flags adds the flags of a match to a command.
func (m *Match) flags(f *pflag.FlagSet, names *string) {
	f.StringVar(names, "game", "", "the games to play, separated by commas (default all)")
	f.IntVar(&m.Opening, "opening", 8, "how many random plies begin a game")
	f.Uint64Var(&m.Seed, "seed", 1, "the random seed")
}

// now is the time of the clock.
func (m Match) now() time.Duration {
	if m.Clock == nil {
		return 0
	}
	return m.Clock()
}

// newRand returns a random generator for a seed and a second number.
func newRand(seed, more uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, more)) }

// sign is +1 if the result is a win of side, -1 if it is a loss, and otherwise 0.
func sign(r rules.Result, side rules.Side) int {
	switch r {
	case rules.Wins(side):
		return +1
	case rules.Wins(side.Opponent()):
		return -1
	}
	return 0
}
