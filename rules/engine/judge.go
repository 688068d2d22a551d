package engine

import (
	"context"
	"math"

	"turnpost/rules"
)

// Judged is what a ply of a game was worth.
type Judged struct {
	// Ply is its number, from 1, and Side who played it.
	Ply    int
	Side   rules.Side
	Played rules.Move
	// Best is a ply that is better than any other, as far as is known.
	Best rules.Move
	// Before and After are what Side could expect before the ply and after it.
	Before, After Prospect
}

// Prospect is what a side can expect.
type Prospect struct {
	// Score is the engine's, Exact is whether Value is known and counts instead.
	Score int
	Exact bool
	Value rules.Value
}

// Chance is how likely the side wins, 0 to 1, a draw counted as half a win.
func (p Prospect) Chance() float64 {
	if p.Exact {
		return float64(p.Value.Sign+1) / 2
	}
	return 1 / (1 + math.Exp(-float64(p.Score)/slope))
}

// Cost is how much of the chance the ply has lost.
func (j Judged) Cost() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Judge looks at each ply of a game, with a budget for each position, and calls
// each. A solved game is judged exactly and needs no budget.
func Judge(ctx context.Context, r *rules.Record, player Player, b Budget, each func(Judged)) error {
	for n, m := range r.Plies() {
		if err := ctx.Err(); err != nil {
			return err
		}
		before, after := r.Until(n), r.Until(n+1)
		j := Judged{Ply: n + 1, Side: before.Turn(), Played: m}
		var err error
		if _, ok := before.Position().(rules.Solved); ok {
			j.Best, j.Before, err = solvedBest(before.Position())
			j.After = solvedProspect(after, j.Side)
		} else {
			var t Thought
			if t, err = player.Think(ctx, before, b); err != nil {
				return err
			}
			j.Best, j.Before = t.Move, Prospect{Score: t.Score}
			j.After, err = searched(ctx, after, j.Side, player, b)
			if j.Best == m || j.After.Score > j.Before.Score {
				// The longer look, one ply on, knows better.
				j.Best, j.Before = m, j.After
			}
		}
		if err != nil {
			return err
		}
		each(j)
	}
	return nil
}

// Expect is what side can expect of a game so far: exactly, if it is solved, else as a player
// with a budget believes.
func Expect(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	if _, ok := r.Position().(rules.Solved); ok {
		return solvedProspect(r, side), nil
	}
	return searched(ctx, r, side, player, b)
}

// searched is what side can expect of the end of a game so far.
func searched(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	if o := r.Outcome(); o.Over() {
		return Prospect{Score: sign(o.Result, side) * Won}, nil
	}
	t, err := player.Think(ctx, r, b)
	if r.Turn() != side {
		t.Score = -t.Score
	}
	return Prospect{Score: t.Score}, err
}

// solvedProspect is what side can expect of the end of a solved game so far.
func solvedProspect(r *rules.Record, side rules.Side) Prospect {
	p := Prospect{Exact: true}
	if o := r.Outcome(); o.Over() {
		p.Value.Sign = sign(o.Result, side)
		return p
	}
	p.Value = r.Position().(rules.Solved).Value()
	if r.Turn() != side {
		p.Value.Sign = -p.Value.Sign
	}
	return p
}

// solvedBest is the first of the best plies of a position of a solved game, and
// what it gives.
func solvedBest(p rules.Position) (rules.Move, Prospect, error) {
	value := Prospect{Exact: true, Value: p.(rules.Solved).Value()}
	best, err := keeping(p)
	if err != nil || len(best) == 0 {
		return "", value, err
	}
	return best[0], value, nil
}
