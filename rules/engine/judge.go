package engine

import (
	"cmp"
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
	// Best is a ply that is better than any other, as far as is known; that a Keeper has not
	// thought about (see Turning) keeps the value, as others may.
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

	slope float64 // the game's; see slopeOf
}

// Chance is how likely the side wins, 0 to 1, a draw counted as half a win: as often as
// it did in games of the engine against itself with such a score, see Fit. It is 0 or 1
// only where the end was seen.
func (p Prospect) Chance() float64 {
	switch {
	case p.Exact:
		return float64(p.Value.Sign+1) / 2
	case p.Score >= Decided:
		return 1
	case p.Score <= -Decided:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(p.Score)/cmp.Or(p.slope, slope)))
}

// Known reports whether the result of best play was seen, and who wins by it: +1 if the
// side does, -1 if it loses, and 0 for a draw.
func (p Prospect) Known() (sign int, ok bool) {
	switch {
	case p.Exact:
		return p.Value.Sign, true
	case p.Score >= Decided:
		return +1, true
	case p.Score <= -Decided:
		return -1, true
	}
	return 0, false
}

// Cost is how much of the chance the ply has lost.
func (j Judged) Cost() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Judge looks at each ply of a game, with a budget for each position, and calls
// each. A solved game is judged exactly and needs no budget; nor does a Keeper.
func Judge(ctx context.Context, r *rules.Record, player Player, b Budget, each func(Judged)) error {
	see := looks(ctx, player, b)
	for n := range r.Plies() {
		var j Judged
		var err error
		if k, ok := player.(Keeper); ok {
			j, err = k.judge(r, n)
		} else {
			j, err = judge(r, n, see)
		}
		if err == nil {
			err = ctx.Err()
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
	if k, ok := player.(Keeper); ok {
		return k.prospect(r, side)
	}
	return searched(r, side, looks(ctx, player, b))
}

// looks returns what looks at the ends of games so far. The last look is remembered:
// most positions are looked at twice, after a ply and before the next.
func looks(ctx context.Context, player Player, b Budget) func(*rules.Record) (Thought, error) {
	plies, last := -1, Thought{}
	return func(r *rules.Record) (t Thought, err error) {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if r.Len() != plies {
			if t, err = player.Think(ctx, r, b); err != nil {
				return t, err
			}
			plies, last = r.Len(), t
		}
		return last, nil
	}
}

// judge looks at ply n of a game, counted from 0.
func judge(r *rules.Record, n int, see func(*rules.Record) (Thought, error)) (j Judged, err error) {
	m := r.Plies()[n]
	before, after := r.Until(n), r.Until(n+1)
	j = Judged{Ply: n + 1, Side: before.Turn(), Played: m}
	if _, ok := before.Position().(rules.Solved); ok {
		j.Best, j.Before, err = solvedBest(before.Position())
		j.After = solvedProspect(after, j.Side)
		return j, err
	}
	t, err := see(before)
	if err != nil {
		return j, err
	}
	j.Best, j.Before = t.Move, Prospect{Score: t.Score, slope: slopeOf(r.Game())}
	if j.After, err = searched(after, j.Side, see); err != nil {
		return j, err
	}
	if j.Best == m || j.After.Score > j.Before.Score {
		// The longer look, one ply on, knows better.
		j.Best, j.Before = m, j.After
	}
	return j, nil
}

// searched is what side can expect of the end of a game so far.
func searched(r *rules.Record, side rules.Side, see func(*rules.Record) (Thought, error)) (Prospect, error) {
	p := Prospect{slope: slopeOf(r.Game())}
	if o := r.Outcome(); o.Over() {
		p.Score = sign(o.Result, side) * Won
		return p, nil
	}
	t, err := see(r)
	if p.Score = t.Score; r.Turn() != side {
		p.Score = -t.Score
	}
	return p, err
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
