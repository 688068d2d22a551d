package engine

import (
	"context"
	"math/rand/v2"

	"turnpost/rules"
)

// These are exported to the tests of package engine_test: games import this package, so that
// its own tests cannot import games.

var NewRand = newRand

func (m Match) DrawOpening(ctx context.Context, rng *rand.Rand) (*rules.Record, int, error) {
	return m.opening(ctx, rng)
}
