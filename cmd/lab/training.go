package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Training is how the worths of a game's patterns are learned: by games of a search
// against itself, in rounds, each of which plays with what the one before has learned.
type Training struct {
	Game rules.Game
	// Rounds is how many there are, and Games of how many games each.
	Rounds, Games int
	// Nodes is how many positions the players reach for a ply.
	Nodes int
	Seed  uint64
	// Workers is how many games are played at once. It changes nothing but the time.
	Workers int
}

// How the players of a training play. Half of the games are played by some who overlook
// plies, so that there are winners.
const (
	trainOpening = 4   // to twice as many plies at random
	trainBlind   = 300 // in 1024
	trainPlies   = 200
	trainTrace   = 0.8 // λ: how much of what is learned comes from later in the game
)

// ErrNoPatterns is the error of a training of a game that shows none.
var ErrNoPatterns = errors.New("the game shows no patterns")

// PatternKinds is the number of patterns of a game.
func PatternKinds(g rules.Game) (int, error) {
	if p, ok := walk(g.Start()).(rules.Patterned); ok {
		return p.PatternKinds(), nil
	}
	return 0, fmt.Errorf("%s: %w", g.Title, ErrNoPatterns)
}

// walk begins a walk at a position; nil if the game offers none.
func walk(p rules.Position) rules.Walker {
	if w, ok := p.(rules.Walkable); ok {
		return w.Walk()
	}
	return nil
}

// Run learns the worths, and says of each round how well they tell who wins. The same
// training learns the same, whatever the number of workers.
func (t Training) Run(ctx context.Context, report func(format string, args ...any)) ([]int16, error) {
	kinds, err := PatternKinds(t.Game)
	if err != nil {
		return nil, err
	}
	l := newLearner(kinds, scale(t.Game), t.Seed)
	terms := engine.Terms{Hand: true}
	before := 0
	for round := range t.Rounds {
		begun := l.lessons.len()
		if err := t.play(ctx, round, terms, &l.lessons); err != nil {
			return nil, err
		}
		unseen := l.loss(begun)
		// Of the games of the round before, better ones than those before it.
		l.forget(before)
		before = begun
		l.learn()
		terms = engine.Terms{Worths: l.worths()}
		report("round %d: %d games, %d positions; loss %.4f when it had not seen them, and %.4f now",
			round+1, t.Games, l.lessons.len()-begun, unseen, l.loss(begun))
	}
	return terms.Worths, nil
}

// scales are the slopes by which scores and chances are converted during training. They do not change
// when slopes are measured again, because the weights' recipes would give other weights.
var scales = map[string]float64{"turro": 333, "rooya": 232, "tourrosa": 197}

func scale(g rules.Game) float64 { return cmp.Or(scales[g.Name], engine.DefaultSlope) }

// play plays a round. The games are added in their order.
func (t Training) play(ctx context.Context, round int, terms engine.Terms, to *lessons) error {
	type result struct {
		lessons
		err error
	}
	workers := cmp.Or(t.Workers, 1)
	done := make([]chan result, workers)
	var all sync.WaitGroup
	stop := make(chan struct{})
	defer all.Wait()
	defer close(stop)
	for k := range workers {
		done[k] = make(chan result)
		all.Go(func() {
			for n := k; n < t.Games; n += workers {
				var r result
				r.err = t.game(ctx, round, n, terms, &r.lessons)
				select {
				case done[k] <- r:
				case <-stop:
					return
				}
			}
		})
	}
	for n := range t.Games {
		r := <-done[n%workers]
		if r.err != nil {
			return r.err
		}
		to.append(&r.lessons)
	}
	return nil
}

// game plays the n-th game of a round, and notes what it teaches.
func (t Training) game(ctx context.Context, round, n int, terms engine.Terms, to *lessons) error {
	rng := newRand(t.Seed, uint64(round)<<32|uint64(n)+1)
	m := Match{Game: t.Game, Opening: trainOpening + rng.IntN(trainOpening+1)}
	r, _, err := m.opening(ctx, rng)
	if err != nil {
		return err
	}
	player := engine.PVS{Terms: terms}
	if n%2 == 1 {
		player.Blind = trainBlind
	}
	slope := scale(t.Game)
	var sides []rules.Side
	var chances []float64
	for r.Len() < trainPlies && !r.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		thought, err := player.Think(ctx, r, engine.Budget{Nodes: t.Nodes, Seed: rng.Uint64()})
		if err != nil {
			return err
		}
		w := walk(r.Position())
		to.add(w.(rules.Patterned))
		sides = append(sides, r.Turn())
		chances = append(chances, engine.Chance(thought.Score, slope))
		if err := r.Play(thought.Move); err != nil {
			return fmt.Errorf("%s: %w", t.Game.Title, err)
		}
	}
	// TD(λ), from the end back: a position is worth what was seen from it and, more,
	// what came of it. All is Black's here.
	later := float64(sign(r.Outcome().Result, rules.Black)+1) / 2
	for i := len(sides) - 1; i >= 0; i-- {
		seen := chances[i]
		if sides[i] == rules.White {
			seen = 1 - seen
		}
		later = float64((1-trainTrace)*seen) + float64(trainTrace*later)
		to.chances[i] = float32(later)
		if sides[i] == rules.White {
			to.chances[i] = float32(1 - later)
		}
	}
	return nil
}
