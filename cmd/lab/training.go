package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Training learns the weights of a game's patterns from games of a search against itself, in rounds
// that each play with the weights of the round before.
type Training struct {
	Game rules.Game
	// Rounds is the number of rounds, and Games the number of games in each.
	Rounds, Games int
	// Nodes is the number of nodes for a ply.
	Nodes int
	Seed  uint64
	// Workers is the number of games that are played at once. It does not change the result.
	Workers int
}

// How the players of a training play. So that positions differ, the openings are random, one ply of
// twenty is random, and in half of the games the players overlook plies.
const (
	trainOpening = 3  // the fewest random plies of an opening
	trainLongest = 10 // and the most
	trainRandom  = 20
	trainBlind   = 200 // in 1024
	trainPlies   = 200
	trainTrace   = 0.6 // λ: the weight of later positions of a game
)

// ErrNoPatterns says that a game has no patterns.
var ErrNoPatterns = errors.New("the game shows no patterns")

// PatternKinds is the number of patterns of a game.
func PatternKinds(g rules.Game) (int, error) {
	if p, ok := walk(g.Start()).(rules.Patterned); ok {
		return p.PatternKinds(), nil
	}
	return 0, fmt.Errorf("%s: %w", g.Title, ErrNoPatterns)
}

// walk begins a walk at a position; nil if the game offers none.
func walk(p rules.Position) rules.SearchWalker {
	if w, ok := p.(rules.Walkable); ok {
		return w.Walk()
	}
	return nil
}

// Run learns the weights, and reports after each round how well they predict results. The same
// training gives the same weights for any number of workers.
func (t Training) Run(ctx context.Context, report func(format string, args ...any)) (*rules.Weights, error) {
	kinds, err := PatternKinds(t.Game)
	if err != nil {
		return nil, err
	}
	l := newLearner(kinds, scale(t.Game), t.Seed)
	evaluation := engine.Evaluation{Hand: true}
	before := 0
	for round := range t.Rounds {
		begun := l.lessons.len()
		if err := t.play(ctx, round, evaluation, &l.lessons); err != nil {
			return nil, err
		}
		unseen := l.loss(begun)
		// Games of earlier rounds are worse, and are left out.
		l.forget(before)
		before = begun
		l.learn()
		evaluation = engine.Evaluation{Weights: l.weights()}
		report("round %d: %d games, %d positions; loss %.4f when it had not seen them, and %.4f now",
			round+1, t.Games, l.lessons.len()-begun, unseen, l.loss(begun))
	}
	return evaluation.Weights, nil
}

// scales are the slopes by which scores and chances are converted during training. They do not change
// when slopes are measured again. A recipe gives the same weights as long as the search stays the same; it
// does not, so the date of a recipe says with which search.
var scales = map[string]float64{"turro": 333, "rooya": 232, "tourrosa": 197}

func scale(g rules.Game) float64 { return cmp.Or(scales[g.Name], engine.DefaultSlope) }

// play plays a round and adds the games in their order.
func (t Training) play(ctx context.Context, round int, evaluation engine.Evaluation, to *lessons) error {
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
				r.err = t.game(ctx, round, n, evaluation, &r.lessons)
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

// game plays the n-th game of a round and adds its positions.
func (t Training) game(ctx context.Context, round, n int, evaluation engine.Evaluation, to *lessons) error {
	rng := newRand(t.Seed, uint64(round)<<32|uint64(n)+1)
	m := Match{Game: t.Game, Opening: trainOpening + rng.IntN(trainLongest-trainOpening+1)}
	r, _, err := m.opening(ctx, rng)
	if err != nil {
		return err
	}
	player := engine.PVS{Evaluation: evaluation, Choosy: true}
	if n%2 == 1 {
		player.Blind = trainBlind
	}
	slope := scale(t.Game)
	type seen struct {
		side   rules.Side
		chance float64
		alone  bool // what followed says nothing more: the chance is exact, or a random ply followed
	}
	var game []seen
	for r.Len() < trainPlies && !r.Outcome().Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		thought, err := player.Think(ctx, r, engine.Budget{Nodes: t.Nodes, Seed: rng.Uint64()})
		if err != nil {
			return err
		}
		to.add(walk(r.Position()).(rules.Patterned))
		_, alone := thought.Plies()
		alone = alone && player.Blind == 0
		if rng.IntN(trainRandom) == 0 {
			legal := r.Legal()
			thought.Move, alone = legal[rng.IntN(len(legal))], true
		}
		game = append(game, seen{r.Turn(), engine.Chance(thought.Score, slope), alone})
		if err := r.Play(thought.Move); err != nil {
			return fmt.Errorf("%s: %w", t.Game.Title, err)
		}
	}
	// TD(λ) from the end backwards: the target of a position is a mean of its own score and of
	// what followed.
	later := float64(sign(r.Outcome().Result, rules.Black)+1) / 2 // Black's
	for i, s := range slices.Backward(game) {
		if s.side == rules.White {
			later = 1 - later
		}
		trace := trainTrace
		if s.alone {
			trace = 0
		}
		later = float64((1-trace)*s.chance) + float64(trace*later)
		to.chances[i] = float32(later)
		if s.side == rules.White {
			later = 1 - later
		}
	}
	return nil
}
