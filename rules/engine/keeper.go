package engine

import (
	"context"
	"fmt"

	"turnpost/rules"
)

// Keeper is a player who keeps to the values of a game that stand in a file: it leaves no won
// position for one that is not won, and no drawn one for a lost one, by the file and by what a
// ply ends: mates, and repetition. Among plies of the same value it plays as Player does.
//
// The file does not say how far a win is. Who wins goes, as long as there is such a ply, to no
// position that was there before, and else as Player sees fit.
type Keeper struct {
	Player
	Values rules.Stored
}

// Think thinks as the player does. If that would give something away, it thinks about what
// comes of each ply that does not, with the same budget for each.
func (k Keeper) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
	t, err := k.Player.Think(ctx, r, b)
	if err != nil {
		return t, err
	}
	keeping, _, err := k.keeping(r)
	if err != nil {
		return t, err
	}
	var best *Thought
	for _, m := range keeping {
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
// is for the side to move.
func (k Keeper) keeping(r *rules.Record) (best []rules.Move, value int, err error) {
	value = -2
	var fresh []rules.Move // of these, those that lead to a position for the first time
	for _, m := range r.Legal() {
		next := r.Clone()
		if err := next.Play(m); err != nil {
			return nil, 0, err
		}
		v, err := k.worth(next, r.Turn())
		if err != nil {
			return nil, 0, err
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
	if value > 0 && len(fresh) > 0 {
		best = fresh
	}
	return best, value, nil
}

// worth is what the end of a game so far is worth to a side: +1, 0 or -1.
func (k Keeper) worth(r *rules.Record, side rules.Side) (int, error) {
	if o := r.Outcome(); o.Over() {
		return sign(o.Result, side), nil
	}
	v, err := k.Values.Sign(r.Position())
	if err != nil {
		return 0, fmt.Errorf("the value of %s: %w", r.Position(), err)
	}
	if r.Turn() != side {
		v = -v
	}
	return v, nil
}

// prospect is what a side can expect of the end of a game so far.
func (k Keeper) prospect(r *rules.Record, side rules.Side) (Prospect, error) {
	v, err := k.worth(r, side)
	return Prospect{Exact: true, Value: rules.Value{Sign: v}}, err
}

// judge looks at ply n of a game, counted from 0. What was best is thought about only where
// the ply gave something away.
func (k Keeper) judge(ctx context.Context, r *rules.Record, n int, b Budget) (j Judged, err error) {
	before, after := r.Until(n), r.Until(n+1)
	j = Judged{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n], Best: r.Plies()[n]}
	j.Before.Exact = true
	if _, j.Before.Value.Sign, err = k.keeping(before); err != nil {
		return j, err
	}
	if j.After, err = k.prospect(after, j.Side); err != nil || j.Cost() == 0 {
		return j, err
	}
	t, err := k.Think(ctx, before, b)
	j.Best = t.Move
	return j, err
}
