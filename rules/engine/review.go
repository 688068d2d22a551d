package engine

import (
	"cmp"
	"context"
	"slices"

	"turnpost/rules"
)

// mostTurning is the greatest number of plies of a game in Told.
const mostTurning = 3

// Review is the judgements of all plies of a game.
type Review struct {
	// Plies are all of them, in order.
	Plies []Judged
	// Turned are the plies at which the game turned, the most important first. There may be more
	// than Told returns.
	Turned []Judged
}

// Judge judges all plies of a game, with a budget for each position, and those at which it turned
// again with a larger one. result is that of the game, which may not follow from its plies. A
// solved game is judged exactly and needs no budget; a Keeper needs it only to find the best plies.
func Judge(ctx context.Context, r *rules.Record, result rules.Result, player Player, b Budget) (Review, error) {
	if k, ok := player.(Keeper); ok {
		rv, err := reviewed(ctx, r, result, k.judge)
		if err != nil {
			return rv, err
		}
		return rv, k.improve(ctx, r, b, rv)
	}
	if _, ok := r.Position().(rules.Solved); ok {
		return reviewed(ctx, r, result, judgeSolved)
	}
	return study(ctx, r, result, player, b)
}

// reviewed is the review of a game whose plies can be judged exactly.
func reviewed(ctx context.Context, r *rules.Record, result rules.Result,
	judge func(*rules.Record, int) (Judged, error)) (rv Review, err error) {
	for n := range r.Plies() {
		j, err := judge(r, n)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return rv, err
		}
		rv.Plies = append(rv.Plies, j)
	}
	rv.Turned = turned(rv.Plies, result)
	return rv, nil
}

// improve searches for the best plies where a game turned.
func (k Keeper) improve(ctx context.Context, r *rules.Record, b Budget, rv Review) error {
	for i, j := range rv.Turned {
		t, err := k.Think(ctx, r.Until(j.Ply-1), b)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		rv.Turned[i].Best, rv.Plies[j.Ply-1].Best = t.Move, t.Move
	}
	return nil
}

// Told are at most three of the most important plies, in the order of the game, without those that
// keepBack reports.
func (rv Review) Told(keepBack func(Judged) (bool, error)) ([]Judged, error) {
	var told []Judged
	for _, j := range rv.Turned {
		kept, err := keepBack(j)
		if err != nil {
			return nil, err
		}
		if !kept && len(told) < mostTurning {
			told = append(told, j)
		}
	}
	slices.SortFunc(told, func(a, b Judged) int { return a.Ply - b.Ply })
	return told, nil
}
