package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"turnpost/rules"
)

// mostTurning is the greatest number of plies of a game in Told.
const mostTurning = 3

// Review is the judgements of all plies of a game.
type Review struct {
	// Plies are all of them, in order.
	Plies []JudgedPly
	// Turned are the plies at which the game turned, the most important first. There may be more
	// than Told returns.
	Turned []JudgedPly
}

// Judge judges all plies of a game, with a budget for each position, and those at which it turned
// again with a larger one. result is that of the game, which may not follow from its plies. A
// solved game is judged exactly and needs no budget; a StoredPlayer needs it only to find the best
// plies. Where a state has arisen twice and the values are not known because of it, the game is
// judged by the player like any other.
func Judge(ctx context.Context, r *rules.Record, result rules.Result, player Player, b Budget) (Review, error) {
	var rv Review
	err := errUnknown
	if k, ok := player.(StoredPlayer); ok {
		if rv, err = reviewed(ctx, r, result, k.judge); err == nil {
			return rv, k.improve(ctx, r, b, rv)
		}
	} else if _, ok := r.Position().(rules.Solved); ok {
		rv, err = reviewed(ctx, r, result, judgeSolved)
	}
	if !errors.Is(err, errUnknown) {
		return rv, err
	}
	return study(ctx, r, result, player, b)
}

// reviewed is the review of a game whose plies can be judged exactly.
func reviewed(ctx context.Context, r *rules.Record, result rules.Result,
	judge func(*rules.Record, int) (JudgedPly, error)) (rv Review, err error) {
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
func (k StoredPlayer) improve(ctx context.Context, r *rules.Record, b Budget, rv Review) error {
	for i, j := range rv.Turned[:min(len(rv.Turned), mostTurned)] {
		t, err := k.Think(ctx, r.Until(j.Ply-1), b)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		rv.Turned[i].Best, rv.Plies[j.Ply-1].Best = t.Move, t.Move
	}
	return nil
}

// Told are at most three of the most important plies, in the order of the game, without those that
// keepBack reports. It asks keepBack about all plies in Turned.
func (rv Review) Told(keepBack func(JudgedPly) (bool, error)) ([]JudgedPly, error) {
	var told []JudgedPly
	for i, j := range rv.Turned {
		kept, err := keepBack(j)
		if err != nil {
			return nil, err
		}
		if !kept && len(told) < mostTurning && i < mostTurned {
			told = append(told, j)
		}
	}
	slices.SortFunc(told, func(a, b JudgedPly) int { return a.Ply - b.Ply })
	return told, nil
}

const (
	mostCloser = 7 // plies that are searched again
	closer     = 8 // times the budget
)

// studied is the results of a player for the positions of a game.
type studied struct {
	record *rules.Record
	seen   []glance // for each position, from the start to the end
}

// glance is the result for a position.
type glance struct {
	side     rules.Side // the side to move
	best     rules.Move
	prospect Prospect // of the side to move
	closer   bool     // with the larger budget
}

// study is the review of a game by a search. The positions before and after the plies at which the
// game turned are searched again with a larger budget, until the most important plies are those
// that were, because a ply may only have seemed to be a mistake.
func study(ctx context.Context, r *rules.Record, result rules.Result, player Player, b Budget) (Review, error) {
	s := studied{r, make([]glance, r.Len()+1)}
	for n := range s.seen {
		if err := s.look(ctx, n, player, b); err != nil {
			return Review{}, err
		}
	}
	b.Nodes *= closer
	for range mostCloser {
		found := turned(s.plies(), result)
		i := slices.IndexFunc(found, s.doubtful)
		if i < 0 {
			break
		}
		for n := found[i].Ply - 1; n <= found[i].Ply; n++ {
			if s.seen[n].closer {
				continue
			}
			if err := s.look(ctx, n, player, b); err != nil {
				return Review{}, err
			}
			s.seen[n].closer = true
		}
	}
	rv := Review{Plies: s.plies()}
	rv.Turned = slices.DeleteFunc(turned(rv.Plies, result), s.doubtful)
	return rv, nil
}

// doubtful reports whether a ply was not yet judged with the larger budget.
func (s studied) doubtful(j JudgedPly) bool { return !s.seen[j.Ply-1].closer || !s.seen[j.Ply].closer }

// look searches the position after n plies.
func (s studied) look(ctx context.Context, n int, player Player, b Budget) error {
	r := s.record.Until(n)
	at := glance{side: r.Turn(), prospect: Prospect{slope: Slope(r.Game())}}
	var err error
	if o := r.Outcome(); o.Over() {
		at.side = rules.Black // nobody is to move
		at.prospect.over, at.prospect.Score = true, sign(o.Result, at.side)*Won
	} else {
		var t Thought
		t, err = player.Think(ctx, r, b)
		at.best, at.prospect.Score = t.Move, t.Score
	}
	s.seen[n] = at
	return cmp.Or(err, ctx.Err())
}

// plies are the judgements of the plies. They are computed from the end, because a position is
// worth at least as much as the ply that was played.
func (s studied) plies() []JudgedPly {
	all := make([]JudgedPly, s.record.Len())
	last := s.seen[len(all)]
	after := last.prospect
	for n := len(all) - 1; n >= 0; n-- {
		at := s.seen[n]
		if at.side != s.seen[n+1].side {
			after = after.other()
		}
		j := JudgedPly{Ply: n + 1, Side: at.side, Played: s.record.Plies()[n], Best: at.best, Before: at.prospect,
			After: after}
		came := after.earlier()
		if came.Score >= j.Before.Score {
			j.Best, j.Before = j.Played, came
		}
		after = j.Before
		if j.Best == j.Played {
			// The result one ply later is more exact for this ply, but not for the others.
			j.Before = came
		}
		all[n] = j
	}
	return all
}

const (
	// TurningLoss is the chance that a ply must lose to count as a turning point.
	TurningLoss = 0.1
	// SlightLoss is the same if no ply has lost that much.
	SlightLoss = 0.07
	// hopeful is the least chance of a side that still has hope.
	hopeful = 0.25

	mostTurned = 6 // candidates for what is told
)

// turned are the plies at which a game turned, the most important first: the one that fixed the
// result, and then those that lost most, the later of equal ones. If no ply has lost enough, it is the
// one that lost most, unless its side won.
func turned(all []JudgedPly, result rules.Result) []JudgedPly {
	list := slices.Clone(all)
	fixed := fixing(all, result)
	rank := func(j JudgedPly) int {
		if j.Ply == fixed {
			return 0
		}
		return 1
	}
	slices.SortFunc(list, func(a, b JudgedPly) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(b.Cost(), a.Cost()), b.Ply-a.Ply)
	})
	var out []JudgedPly
	for _, j := range list {
		if j.Cost() >= TurningLoss {
			out = append(out, j)
		}
	}
	slight := func(j JudgedPly) bool { return j.Cost() >= SlightLoss && result != rules.Wins(j.Side) }
	if i := slices.IndexFunc(list, slight); len(out) == 0 && i >= 0 {
		out = append(out, list[i])
	}
	return out
}

// fixing is the number of the ply that fixed the result: the last one by which the loser gave away
// a hope that it never had again, or in a draw the last one that gave away a win; 0 if there is
// none.
func fixing(all []JudgedPly, result rules.Result) int {
	best := map[rules.Side]float64{} // what they could expect later
	for _, j := range slices.Backward(all) {
		before := j.Before.Chance()
		lost := result == rules.Wins(j.Side.Opponent()) && before >= hopeful
		drawn := result == rules.Draw && before >= 1-hopeful
		if (lost || drawn) && j.Cost() >= TurningLoss && best[j.Side] < before {
			return j.Ply
		}
		best[j.Side] = max(best[j.Side], before, j.After.Chance())
		best[j.Side.Opponent()] = max(best[j.Side.Opponent()], 1-before, 1-j.After.Chance())
	}
	return 0
}

// judgeSolved judges ply n of a game that is solved by a table, counted from 0. It fails with
// errUnknown if a value is not known.
func judgeSolved(r *rules.Record, n int) (j JudgedPly, err error) {
	before := r.Until(n)
	j = JudgedPly{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n]}
	values, _ := newPastValues(before)
	best, known := values.keeping()
	if len(best) > 0 {
		j.Best = values.Text(best[0])
	}
	j.Before.Exact = true
	j.Before.Value, _ = values.now()
	after, ok := solvedProspect(r.Until(n+1), j.Side)
	if j.After = after; !known || !ok {
		err = errUnknown
	}
	return j, err
}

// errUnknown says that the value of a game so far is not known, although that of its position is.
var errUnknown = errors.New("the value of the game so far is not known")
