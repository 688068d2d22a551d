package tournament

import (
	"context"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// How an unfinished game is adjudicated.
const (
	ByProof  = "exact"   // the game is solved, or its end was seen
	ByEngine = "clear"   // the engine holds it for won
	AsDraw   = "unclear" // and so it is a draw
)

// What the engine is asked: so many positions, which takes some tenths of a second on a
// slow machine, and what chance to win is as good as a win.
const (
	verdictNodes = 50_000
	isWon        = 0.95
	putOff       = time.Hour
)

// verdict is how a game would end, by its exact value or what the engine makes of it.
func verdict(ctx context.Context, r *rules.Record) (rules.Result, string, error) {
	black, err := engine.Expect(ctx, r, rules.Black, engine.PVS{}, engine.Budget{Nodes: verdictNodes, Seed: 1})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return rules.Undecided, "", err
	}
	if sign, ok := black.Known(); ok {
		return map[int]rules.Result{+1: rules.BlackWins, 0: rules.Draw, -1: rules.WhiteWins}[sign], ByProof, nil
	}
	switch chance := black.Chance(); {
	case chance >= isWon:
		return rules.BlackWins, ByEngine, nil
	case chance <= 1-isWon:
		return rules.WhiteWins, ByEngine, nil
	}
	return rules.Draw, AsDraw, nil
}
