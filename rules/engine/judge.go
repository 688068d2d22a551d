package engine

import (
	"cmp"
	"context"

	"turnpost/rules"
)

// Judged is what a ply of a game was worth.
type Judged struct {
	// Ply is its number, from 1, and Side who played it.
	Ply    int
	Side   rules.Side
	Played rules.Move
	// Best is a ply that is better than any other, as far as is known; that a Keeper has not
	// thought about (see Review) keeps the value, as others may.
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

	over  bool    // the game is over: it is the result
	slope float64 // that of the game
}

// earlier is what it is one ply before, where that ply is played.
func (p Prospect) earlier() Prospect {
	if p.over = false; p.Score >= Decided {
		p.Score--
	} else if p.Score <= -Decided {
		p.Score++
	}
	return p
}

// other is what the other side can expect.
func (p Prospect) other() Prospect {
	p.Score, p.Value.Sign = -p.Score, -p.Value.Sign
	return p
}

// Chance is how likely the side wins, 0 to 1, a draw counted as half a win: as often as
// it did in games of the engine against itself with such a score. It is 0 or 1
// only where the end was seen.
func (p Prospect) Chance() float64 {
	if p.Exact {
		return float64(p.Value.Sign+1) / 2
	}
	return Chance(p.Score, cmp.Or(p.slope, DefaultSlope))
}

// Known reports whether the result of best play was seen, and who wins by it: +1 if the
// side does, -1 if it loses, and 0 for a draw.
func (p Prospect) Known() (sign int, ok bool) {
	switch {
	case p.Exact:
		return p.Value.Sign, true
	case p.over && p.Score == 0:
		return 0, true
	case p.Score >= Decided:
		return +1, true
	case p.Score <= -Decided:
		return -1, true
	}
	return 0, false
}

// Cost is how much of the chance the ply has lost.
func (j Judged) Cost() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Expect is what side can expect of a game so far: exactly, if it is solved, else as a player
// with a budget believes.
func Expect(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	if _, ok := r.Position().(rules.Solved); ok {
		return solvedProspect(r, side), nil
	}
	if k, ok := player.(Keeper); ok {
		return k.prospect(r, side)
	}
	return searched(ctx, r, side, player, b)
}

// searched is what side can expect of the end of a game so far, as a player believes.
func searched(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	p := Prospect{slope: Slope(r.Game())}
	if o := r.Outcome(); o.Over() {
		p.over, p.Score = true, sign(o.Result, side)*Won
		return p, nil
	}
	t, err := player.Think(ctx, r, b)
	if p.Score = t.Score; r.Turn() != side {
		p = p.other()
	}
	return p, err
}

// solvedProspect is what side can expect of the end of a solved game so far.
func solvedProspect(r *rules.Record, side rules.Side) Prospect {
	p := Prospect{Exact: true}
	if o := r.Outcome(); o.Over() {
		p.over, p.Value.Sign = true, sign(o.Result, side)
		return p
	}
	p.Value = r.Position().(rules.Solved).Value()
	if r.Turn() != side {
		p = p.other()
	}
	return p
}

// judgeSolved looks at ply n of a solved game, counted from 0.
func judgeSolved(r *rules.Record, n int) (j Judged, err error) {
	before := r.Until(n)
	j = Judged{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n]}
	j.Best, j.Before, err = solvedBest(before.Position())
	j.After = solvedProspect(r.Until(n+1), j.Side)
	return j, err
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
