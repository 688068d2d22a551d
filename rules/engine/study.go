package engine

import (
	"cmp"
	"context"
	"slices"

	"turnpost/rules"
)

const (
	mostCloser = 7 // plies that are looked at again
	closer     = 8 // times the budget
)

// studied is what a player sees in the positions of a game.
type studied struct {
	record *rules.Record
	seen   []glance // of each position, the start and the end too
}

// glance is a look at a position.
type glance struct {
	side     rules.Side // who is to move
	best     rules.Move
	prospect Prospect // of who is to move
	closer   bool     // it was long
}

// study is the review of a game by a player who searches. Where it turned is searched once
// more, for longer, before and after the ply, until no other is left that matters as much: a
// ply that only seemed to be worse is none. Its neighbours are judged by that, too.
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

// doubtful reports whether a ply was looked at once only.
func (s studied) doubtful(j Judged) bool { return !s.seen[j.Ply-1].closer || !s.seen[j.Ply].closer }

// look looks at the position after n plies.
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

// plies are what the plies were worth: from the end on, since a position is worth at least
// what came of it.
func (s studied) plies() []Judged {
	all := make([]Judged, s.record.Len())
	last := s.seen[len(all)]
	after := last.prospect
	for n := len(all) - 1; n >= 0; n-- {
		at := s.seen[n]
		if at.side != s.seen[n+1].side {
			after = after.other()
		}
		j := Judged{Ply: n + 1, Side: at.side, Played: s.record.Plies()[n], Best: at.best, Before: at.prospect, After: after}
		came := after.earlier()
		if came.Score >= j.Before.Score {
			j.Best, j.Before = j.Played, came
		}
		after = j.Before
		if j.Best == j.Played {
			// The longer look, one ply on, knows better, but not what the others would
			// have been worth.
			j.Before = came
		}
		all[n] = j
	}
	return all
}
