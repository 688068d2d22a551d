package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"turnpost/rules"
)

// keeping lists the plies that keep the value of a game so far: those that win as fast as possible,
// or draw, or lose as late as possible. ok is false if a value is not known.
func (v *pastValues) keeping() (best []rules.PlyNumber, ok bool) {
	value, ok := v.now()
	if !ok {
		return nil, false
	}
	for _, p := range v.Plies(nil) {
		after, known := v.after(p)
		if !known {
			return nil, false
		}
		if keeps(value, after) {
			best = append(best, p)
		}
	}
	return best, true
}

// keeps reports whether a ply between positions with two values keeps the value.
func keeps(before, after rules.Value) bool {
	return after.Sign == -before.Sign && (after.Sign == 0 || after.Plies == before.Plies-1)
}

// StoredPlayer is a player that uses the values of a game in a file: it leaves no won position for one
// that is not won, and no drawn one for a lost one, by the file, ends of the game, and repetition.
// Among plies of the same value it plays like Player.
//
// The file has no distances. In a won position, StoredPlayer avoids positions that have arisen before if
// it can, unless Player sees the end.
//
// If the file cannot be read, Think, Judge and Expect fail with ErrValuesUnread.
type StoredPlayer struct {
	Player
	Values rules.StoredValues
}

// ErrValuesUnread says that a file of values cannot be read. The caller can continue without it.
var ErrValuesUnread = errors.New("the file of values cannot be read")

// Think implements Player. If the ply of the inner player would give the value away, it searches
// after each ply that keeps it, with the same budget for each. With ErrValuesUnread it returns the
// thought of the inner player.
func (k StoredPlayer) Think(ctx context.Context, r *rules.Record, b Budget) (Thought, error) {
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

// keeping lists the plies that keep the value of a game so far, and that value for the side to
// move. In a won position, fresh are those that lead to a new position; otherwise, and if there are
// none, fresh is best.
func (k StoredPlayer) keeping(r *rules.Record) (best, fresh []rules.Move, value int, err error) {
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

// worth is the value of a game so far for a side: +1, 0 or -1.
func (k StoredPlayer) worth(r *rules.Record, side rules.Side) (int, error) {
	if o := r.Outcome(); o.Over() {
		return sign(o.Result, side), nil
	}
	v, err := k.Values.Sign(r.Position())
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", ErrValuesUnread, r.Position(), err)
	}
	if r.Turn() != side {
		v = -v
	}
	return v, nil
}

// prospect is the prospect of a side in a game so far. It fails with errUnknown if the side to move
// wins or loses by the file and a state has arisen twice: the file has no distances, by which one
// could see whether that draws the game.
func (k StoredPlayer) prospect(r *rules.Record, side rules.Side) (Prospect, error) {
	v, err := k.worth(r, side)
	over := r.Outcome().Over()
	if err == nil && v != 0 && !over && len(arisenTwice(r)) > 0 {
		err = errUnknown
	}
	return Prospect{Exact: true, Value: rules.Value{Sign: v}, over: over}, err
}

// judge judges ply n of a game, counted from 0, without a search: if the ply gave the value away,
// Best is any ply that keeps it. It fails as prospect does.
func (k StoredPlayer) judge(r *rules.Record, n int) (j JudgedPly, err error) {
	before, after := r.Until(n), r.Until(n+1)
	j = JudgedPly{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n], Best: r.Plies()[n]}
	j.Before.Exact = true
	_, fresh, value, err := k.keeping(before)
	if err != nil {
		return j, err
	}
	if j.Before.Value.Sign = value; value != 0 && len(arisenTwice(before)) > 0 {
		return j, errUnknown
	}
	if j.After, err = k.prospect(after, j.Side); err == nil && j.Cost() > 0 {
		j.Best = fresh[0]
	}
	return j, err
}
