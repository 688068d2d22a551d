package engine

import (
	"cmp"
	"context"
	"slices"

	"turnpost/rules"
)

// mostTurning is how many plies of a game are spoken of.
const mostTurning = 3

// Review is what the plies of a game were worth: one set of judgements, of which all that
// is said of the game is taken.
type Review struct {
	// Plies are all of them, in order.
	Plies []Judged
	// Turned are those at which the game turned, what matters most first, and more of them than
	// are to be spoken of: some may have to be kept back. See Told.
	Turned []Judged
}

// Judge looks at all plies of a game that had a result, which its plies may not tell, with
// a budget for each position; and at those at which it turned again, for longer. A solved game
// is judged exactly and needs no budget; nor does a Keeper, but to find what was best.
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

// reviewed is the review of a game each ply of which can be judged exactly.
func reviewed(ctx context.Context, r *rules.Record, result rules.Result, judge func(*rules.Record, int) (Judged, error)) (rv Review, err error) {
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

// improve thinks about what would have been best where a game turned.
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

// Told are the plies that are to be spoken of, in order, three at most: those that matter
// most, without what is to be kept back.
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
