package engine

import (
	"cmp"
	"context"
	"slices"

	"turnpost/rules"
)

// Worth is how much of the chance a ply must lose to be spoken of.
const Worth = 0.1

const (
	mostTurning = 3 // of a game
	mostCloser  = 5 // plies that are looked at again
	closer      = 8 // times the budget
)

// Turning is where a game turned: of the plies that were judged (see Judge) the two or
// three that gave most away, in the order of the game; none if none gave enough. What was
// searched is searched once more, for longer: a ply that only seemed to be worse is
// none. A Keeper thinks about what was best, which Judge leaves open.
func Turning(ctx context.Context, r *rules.Record, player Player, b Budget, all []Judged) ([]Judged, error) {
	dearest := slices.DeleteFunc(slices.Clone(all), func(j Judged) bool { return j.Cost() < Worth })
	byCost := func(a, b Judged) int { return cmp.Or(cmp.Compare(b.Cost(), a.Cost()), a.Ply-b.Ply) }
	slices.SortFunc(dearest, byCost)
	longer := b
	longer.Nodes *= closer
	var turned []Judged
	for _, j := range dearest[:min(len(dearest), mostCloser)] {
		if !j.Before.Exact {
			var err error
			if j, err = judge(r, j.Ply-1, looks(ctx, player, longer)); err != nil {
				return nil, err
			}
		}
		if j.Cost() >= Worth {
			turned = append(turned, j)
		}
	}
	slices.SortFunc(turned, byCost)
	turned = turned[:min(len(turned), mostTurning)]
	if k, ok := player.(Keeper); ok {
		for i, j := range turned {
			t, err := k.Think(ctx, r.Until(j.Ply-1), b)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			turned[i].Best = t.Move
		}
	}
	slices.SortFunc(turned, func(a, b Judged) int { return a.Ply - b.Ply })
	return turned, nil
}
