package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"turnpost/rules"
)

// Keeper is a player who keeps to the values of a game that stand in a file: it leaves no won
// position for one that is not won, and no drawn one for a lost one, by the file and by what a
// ply ends: mates, and repetition. Among plies of the same value it plays as Player does.
//
// The file does not say how far a win is. Who wins goes, as long as there is such a ply, to no
// position that was there before, and else as Player sees fit; but as Player sees fit in any
// case where it sees the end.
//
// Where the file cannot be read, Think, Judge and Expect fail with ErrUnread.
type Keeper struct {
	Player
	Values rules.Stored
}

// ErrUnread is that a file of values cannot be read: who plays or judges can do without it.
var ErrUnread = errors.New("the file of values cannot be read")

// Think thinks as the player does. If that would give something away, it thinks about what
// comes of each ply that does not, with the same budget for each.
// With ErrUnread comes what the player thinks.
func (k Keeper) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	t, err := k.Player.Think(ctx, r, b)
	if err != nil {
		return t, err
	}
	keeping, fresh, _, err := k.keeping(r)
	if err != nil || t.Score >= Decided && slices.Contains(keeping, t.Move) {
		return t, err
	}
	var best *Thought
	for _, m := range fresh {
		if m == t.Move {
			return t, nil
		}
		next := r.Clone()
		if err := next.Play(m); err != nil {
			return t, err
		}
		score, n := sign(next.Outcome().Result, r.Turn())*Won, 0
		line := []rules.Move{m}
		if !next.Outcome().Over() {
			after, err := k.Player.Think(ctx, next, b)
			if err != nil {
				return t, err
			}
			score, n, line = after.Score, after.Nodes, append(line, after.Line...)
			if next.Turn() != r.Turn() {
				score = -score
			}
		}
		t.Nodes += n
		if best == nil || score > best.Score {
			best = &Thought{Move: m, Score: score, Line: line}
		}
	}
	best.Nodes, best.Depth = t.Nodes, t.Depth
	return *best, nil
}

// keeping lists the plies of the end of a game so far that keep its value, and says what that
// is for the side to move. Fresh are, of those that win, those that lead to a position for the
// first time; all, if there are none or nothing is won.
func (k Keeper) keeping(r *rules.Record) (best, fresh []rules.Move, value int, err error) {
	value = -2
	for _, m := range r.Legal() {
		next := r.Clone()
		if err := next.Play(m); err != nil {
			return nil, nil, 0, err
		}
		v, err := k.worth(next, r.Turn())
		if err != nil {
			return nil, nil, 0, err
		}
		if v > value {
			value, best, fresh = v, nil, nil
		}
		if v == value {
			best = append(best, m)
			if next.Occurrences() == 1 {
				fresh = append(fresh, m)
			}
		}
	}
	if value <= 0 || len(fresh) == 0 {
		fresh = best
	}
	return best, fresh, value, nil
}

// worth is what the end of a game so far is worth to a side: +1, 0 or -1.
func (k Keeper) worth(r *rules.Record, side rules.Side) (int, error) {
	if o := r.Outcome(); o.Over() {
		return sign(o.Result, side), nil
	}
	v, err := k.Values.Sign(r.Position())
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", ErrUnread, r.Position(), err)
	}
	if r.Turn() != side {
		v = -v
	}
	return v, nil
}

// prospect is what a side can expect of the end of a game so far.
func (k Keeper) prospect(r *rules.Record, side rules.Side) (Prospect, error) {
	v, err := k.worth(r, side)
	return Prospect{Exact: true, Value: rules.Value{Sign: v}, over: r.Outcome().Over()}, err
}

// judge looks at ply n of a game, counted from 0. It does not think: where the ply gave
// something away, Best is any that does not.
func (k Keeper) judge(r *rules.Record, n int) (j Judged, err error) {
	before, after := r.Until(n), r.Until(n+1)
	j = Judged{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n], Best: r.Plies()[n]}
	j.Before.Exact = true
	_, fresh, value, err := k.keeping(before)
	if err != nil {
		return j, err
	}
	j.Before.Value.Sign = value
	if j.After, err = k.prospect(after, j.Side); err == nil && j.Cost() > 0 {
		j.Best = fresh[0]
	}
	return j, err
}
