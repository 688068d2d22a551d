package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Even is the greatest expected score of a side in an opening that is undecided.
const Even = 0.65

// opening plays random plies. It begins again if the game ends, or if it is decided and m.Balanced
// is set; thrown is how often it was decided.
func (m Match) opening(ctx context.Context, rng *rand.Rand) (r *rules.Record, thrown int, err error) {
	for range 1000 {
		r := rules.NewRecord(m.Game)
		for n := 0; n < m.Opening && !r.Outcome().Over(); n++ {
			legal := r.Legal()
			if err := r.Play(legal[rng.IntN(len(legal))]); err != nil {
				return nil, thrown, err
			}
		}
		if r.Outcome().Over() {
			continue
		}
		even, err := m.undecided(ctx, r, rng)
		if even || err != nil {
			return r, thrown, err
		}
		thrown++
	}
	if thrown > 0 {
		return nil, thrown,
			fmt.Errorf("%d openings of %s of %d plies, and each is decided", thrown, m.Game.Title, m.Opening)
	}
	return nil, 0, fmt.Errorf("a game of %s is over before its opening of %d plies", m.Game.Title, m.Opening)
}

// undecided reports whether neither side can expect more than Even, by PVS and by MCTS with
// m.Balanced nodes each, or by the table of a solved game. One of the two searches is enough to
// discard an opening. If m.Balanced is 0 every opening is undecided.
func (m Match) undecided(ctx context.Context, r *rules.Record, rng *rand.Rand) (bool, error) {
	if m.Balanced == 0 {
		return true, nil
	}
	judges := []engine.Player{engine.PVS{}, engine.MCTS{}}
	slopes := []float64{engine.Slope(m.Game), engine.DefaultSlope}
	if _, ok := r.Position().(rules.Solved); ok {
		judges = judges[:1] // Expect uses the table only
	}
	seed := rng.Uint64()
	for i, player := range judges {
		p, err := engine.Expect(ctx, r, r.Turn(), player, engine.Budget{Nodes: m.Balanced, Seed: seed})
		if err != nil {
			return false, err
		}
		c := p.Chance()
		if !p.Exact {
			c = engine.Chance(p.Score, slopes[i])
		}
		if c > Even || c < 1-Even {
			return false, nil
		}
	}
	return true, nil
}
