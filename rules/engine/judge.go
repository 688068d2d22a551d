package engine

import (
	"cmp"
	"context"

	"turnpost/rules"
)

// Judged is the judgement of a ply of a game.
type Judged struct {
	// Ply is its number, from 1, and Side the side that played it.
	Ply    int
	Side   rules.Side
	Played rules.Move
	// Best is the best known ply. If a Keeper has not searched for it (see Review), it is one
	// of those that keep the value.
	Best rules.Move
	// Before and After are the prospects of Side before and after the ply.
	Before, After Prospect
}

// Prospect is what a side can expect of a game.
type Prospect struct {
	// Score is the score of a search. If Exact is set, Value counts instead.
	Score int
	Exact bool
	Value rules.Value

	over  bool    // the game is over, and this is the result
	slope float64 // that of the game
}

// earlier is the prospect one ply earlier.
func (p Prospect) earlier() Prospect {
	if p.over = false; p.Score >= Decided {
		p.Score--
	} else if p.Score <= -Decided {
		p.Score++
	}
	return p
}

// other is the prospect of the other side.
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

// Known reports whether the result of perfect play is known, and that result: +1 if the side wins,
// -1 if it loses, and 0 for a draw.
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

// Cost is the chance that the ply has lost.
func (j Judged) Cost() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Expect is the prospect of a side in a game so far: exact if the game is solved, otherwise by a
// player with a budget.
func Expect(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	if _, ok := r.Position().(rules.Solved); ok {
		return solvedProspect(r, side), nil
	}
	if k, ok := player.(Keeper); ok {
		return k.prospect(r, side)
	}
	return searched(ctx, r, side, player, b)
}

// searched is the prospect of a side by a player with a budget.
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

// solvedProspect is the prospect of a side in a solved game.
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

// judgeSolved judges ply n of a solved game, counted from 0.
func judgeSolved(r *rules.Record, n int) (j Judged, err error) {
	before := r.Until(n)
	j = Judged{Ply: n + 1, Side: before.Turn(), Played: r.Plies()[n]}
	j.Best, j.Before, err = solvedBest(before.Position())
	j.After = solvedProspect(r.Until(n+1), j.Side)
	return j, err
}

// solvedBest is the first of the best plies of a position of a solved game, and its prospect.
func solvedBest(p rules.Position) (rules.Move, Prospect, error) {
	value := Prospect{Exact: true, Value: p.(rules.Solved).Value()}
	best, err := keeping(p)
	if err != nil || len(best) == 0 {
		return "", value, err
	}
	return best[0], value, nil
}
