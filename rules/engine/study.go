package engine

import (
	"cmp"
	"context"
	"slices"

	"turnpost/rules"
)

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
func (s studied) doubtful(j Judged) bool { return !s.seen[j.Ply-1].closer || !s.seen[j.Ply].closer }

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
func (s studied) plies() []Judged {
	all := make([]Judged, s.record.Len())
	last := s.seen[len(all)]
	after := last.prospect
	for n := len(all) - 1; n >= 0; n-- {
		at := s.seen[n]
		if at.side != s.seen[n+1].side {
			after = after.other()
		}
		j := Judged{Ply: n + 1, Side: at.side, Played: s.record.Plies()[n], Best: at.best, Before: at.prospect,
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
