package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"turnpost/rules"
)

// JudgedPly is the judgement of a ply of a game.
type JudgedPly struct {
	// Ply is its number, from 1, and Side the side that played it.
	Ply    int
	Side   rules.Side
	Played rules.Move
	// Best is the best known ply. If a StoredPlayer has not searched for it (see Review), it is one
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
func (j JudgedPly) Cost() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Expect is the prospect of a side in a game so far: exact if the game is solved and the value of
// what is left of it is known, otherwise by a player with a budget. Repetition counts.
func Expect(ctx context.Context, r *rules.Record, side rules.Side, player Player, b Budget) (Prospect, error) {
	if p, ok := solvedProspect(r, side); ok {
		return p, nil
	}
	if k, ok := player.(StoredPlayer); ok {
		if p, err := k.prospect(r, side); !errors.Is(err, errUnknown) {
			return p, err
		}
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

// solvedProspect is the prospect of a side in a game so far that is solved by a table; ok is false
// if the game is not, or if the value is not known.
func solvedProspect(r *rules.Record, side rules.Side) (p Prospect, ok bool) {
	values, ok := newPastValues(r)
	if !ok {
		return p, false
	}
	p.Exact = true
	if o := r.Outcome(); o.Over() {
		p.over, p.Value.Sign = true, sign(o.Result, side)
		return p, true
	}
	p.Value, ok = values.now()
	if r.Turn() != side {
		p = p.other()
	}
	return p, ok
}

// Lost is what a ply gave away: "all" (a win, and the game is lost now), "win", "draw", "hope" (an
// undecided game that is lost now), or "chance".
func (j JudgedPly) Lost() string {
	before, sure := j.Before.Known()
	after, known := j.After.Known()
	beaten := known && after < 0
	switch {
	case sure && before > 0 && beaten:
		return "all"
	case sure && before > 0:
		return "win"
	case sure && before == 0:
		return "draw"
	case beaten:
		return "hope"
	}
	return "chance"
}

// Percent is the chance in percent. It is 0 or 100 only if the result is known.
func (p Prospect) Percent() int {
	n := int(math.Round(100 * p.Chance()))
	if _, known := p.Known(); !known {
		n = min(max(n, 1), 99)
	}
	return n
}

// String is "won", "lost" or "draw" if the game is over; "win N" or "loss N", in N plies, or "draw"
// if the result is known; and otherwise the chance, such as "52 %".
func (p Prospect) String() string {
	known, ok := p.Known()
	switch {
	case !ok:
		return fmt.Sprintf("%d %%", p.Percent())
	case known == 0:
		return "draw"
	case p.over:
		return map[int]string{+1: "won", -1: "lost"}[known]
	case p.Exact && p.Value.Plies == 0: // a file has no distances
		return map[int]string{+1: "win", -1: "loss"}[known]
	case p.Exact:
		return p.Value.String()
	case known > 0:
		return fmt.Sprintf("win %d", Won-p.Score)
	}
	return fmt.Sprintf("loss %d", Won+p.Score)
}
