package main

import (
	"context"
	"fmt"
	"math"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// ScoreCurve is the relation of scores and results.
type ScoreCurve struct {
	// Slope is that of the best logistic curve: the score with which a side wins e times as
	// often as it loses, a draw counted as half of each.
	Slope float64
	// Games is the number of games, and Scores the number of positions whose result the search
	// did not see.
	Games, Scores int
}

// Fit plays games of m.B against itself from random openings, judges each position by m.A, and fits
// the results to the scores. The same match gives the same result.
func (m Match) Fit(ctx context.Context, games int) (ScoreCurve, error) {
	var all []sample
	for n := range games {
		one, err := m.samples(ctx, n)
		if err != nil {
			return ScoreCurve{}, err
		}
		all = append(all, one...)
	}
	s, err := fit(all)
	return ScoreCurve{Slope: s, Games: games, Scores: len(all)}, err
}

// sample is a score and the result of the game: 1 for a win, 0 for a loss.
type sample struct{ score, points float64 }

// samples plays the n-th game.
func (m Match) samples(ctx context.Context, n int) ([]sample, error) {
	rng := newRand(m.Seed, uint64(n))
	r, _, err := m.opening(ctx, rng)
	if err != nil {
		return nil, err
	}
	type seen struct {
		score int
		side  rules.Side
	}
	var scores []seen
	result, err := m.playOut(ctx, r, func() (engine.Contestant, engine.Thought, error) {
		judged, err := m.A.Player.Think(ctx, r, engine.Budget{Nodes: m.A.Nodes, Seed: rng.Uint64()})
		if err != nil {
			return m.A, judged, err
		}
		if _, decided := judged.Plies(); !decided {
			scores = append(scores, seen{judged.Score, r.Turn()})
		}
		t, err := m.B.Player.Think(ctx, r, engine.Budget{Nodes: m.B.Nodes, Seed: rng.Uint64()})
		return m.B, t, err
	})
	var out []sample
	for _, s := range scores {
		out = append(out, sample{float64(s.score), float64(sign(result, s.side)+1) / 2})
	}
	return out, err
}

// fit finds the slope of the greatest likelihood, by ternary search in the logarithm of the slope,
// in which the loss has one minimum.
func fit(all []sample) (float64, error) {
	loss := func(slope float64) (sum float64) {
		for _, s := range all {
			// log(1+exp(x)) without overflow.
			x := s.score / slope
			sum += max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - s.points*x
		}
		return sum
	}
	low, high := math.Log(5.0), math.Log(20000.0)
	for high-low > 1e-4 {
		third := (high - low) / 3
		if loss(math.Exp(low+third)) < loss(math.Exp(high-third)) {
			high -= third
		} else {
			low += third
		}
	}
	if s := math.Exp((low + high) / 2); len(all) > 0 && s > 6 && s < 19000 {
		return s, nil
	}
	return 0, fmt.Errorf("%d scores do not tell the winner", len(all))
}
