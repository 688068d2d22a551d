package rulestest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckValue requires that the value of a position of a solved game follows from those of its
// successors. In other games it checks nothing.
func CheckValue(t testing.TB, p rules.Position) {
	solved, ok := p.(rules.Solved)
	if !ok {
		return
	}
	var want rules.Value
	if o := p.Outcome(); !o.Over() {
		_, want = BestMove(t, p)
	} else if o.Winner() != rules.None {
		want.Sign = solved.Value().Sign // Turn does not say whose turn it would be
		require.NotZero(t, want.Sign, "%s: the end is won", p)
	}
	if got := solved.Value(); got != want {
		require.Equal(t, want.String(), got.String(), "%s: the value that the positions after it give it", p)
	}
}

// BestMove is the first of the best plies of a position of a solved game that is not over, and its
// value: best is to win as fast as possible, then to draw, then to lose as late as possible.
func BestMove(t testing.TB, p rules.Position) (rules.Move, rules.Value) {
	var best rules.Move
	var value rules.Value
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		require.NoError(t, err)
		v := next.(rules.Solved).Value()
		v.Sign = -v.Sign
		if v.Sign != 0 {
			v.Plies++
		}
		if best == "" || v.Sign > value.Sign || v.Sign == value.Sign && v.Sign*(value.Plies-v.Plies) > 0 {
			best, value = m, v
		}
	}
	return best, value
}
