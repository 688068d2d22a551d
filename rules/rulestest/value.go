package rulestest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckValue requires of a position of a solved game that its value is that which
// the positions after it give it. Of another game it requires nothing.
func CheckValue(t testing.TB, p rules.Position) {
	solved, ok := p.(rules.Solved)
	if !ok {
		return
	}
	var want rules.Value
	if o := p.Outcome(); !o.Over() {
		_, want = BestMove(t, p)
	} else if o.Winner() != rules.None {
		want.Sign = solved.Value().Sign // the string says whose turn it would be, and Turn does not
		require.NotZero(t, want.Sign, "%s: the end is won", p)
	}
	if got := solved.Value(); got != want {
		require.Equal(t, want.String(), got.String(), "%s: the value that the positions after it give it", p)
	}
}

// BestMove is the first of the best plies of a position of a solved game that is
// not over, and what it gives: the side to move would rather win sooner, or else
// draw, or else lose later.
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
