package all_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// TestCompareMoves: of each game, the ply that was played is drawn with broken lines and the better one
// with whole ones, both on the board and in the legend below it, and no mark of the ply before is left.
func TestCompareMoves(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 5))
	for _, g := range all.Games() {
		for _, plies := range []int{0, 3, 12, 23} {
			r := rules.NewRecord(g)
			for r.Len() < plies && !r.Outcome().Over() {
				legal := r.Position().Legal()
				require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
			}
			legal := r.Position().Legal()
			if r.Outcome().Over() || len(legal) < 2 {
				continue
			}
			legal = slices.DeleteFunc(legal, func(m rules.Move) bool { return m == "pass" || m == "swap" })
			played, better := legal[0], legal[len(legal)-1]
			bare, drawn := rules.SceneOf(r.Position(), rules.White, g.Say)
			s, ok, err := rules.CompareMoves(g, r.Tail(r.Len()), rules.White, g.Say, played, better)
			require.NoError(t, err)
			require.Equal(t, drawn, ok)
			if !ok {
				continue
			}
			require.Greater(t, s.Height, bare.Height)
			broken, whole := lines(s, bare.Height)
			require.GreaterOrEqual(t, broken[0], 1, "%s after %d plies: %s", g.Name, plies, played)
			require.GreaterOrEqual(t, whole[0], 1, "%s after %d plies: %s", g.Name, plies, better)
			require.Equal(t, []int{1, 1}, []int{broken[1], whole[1]}, "the legend")

			s, _, err = rules.CompareMoves(g, r.Tail(r.Len()), rules.White, g.Say, played, "")
			require.NoError(t, err)
			_, whole = lines(s, bare.Height)
			require.Equal(t, [2]int{}, whole, "no mark of the ply before")
		}
	}
}

// lines counts the broken lines in the role of what was played and the whole ones in the role of what was
// better, on the board and below it.
func lines(s rules.Scene, below float64) (broken, whole [2]int) {
	for _, shape := range s.Shapes[s.Board:] {
		at, style := rules.Point{}, rules.ShapeStyle{}
		switch shape := shape.(type) {
		case rules.Path:
			at, style = shape.Points[0], shape.ShapeStyle
		case rules.Circle:
			at, style = shape.Center, shape.ShapeStyle
		}
		where := 0
		if at.Y > below-4 {
			where = 1
		}
		switch {
		case style.Stroke == rules.RoleFrom && len(style.Dash) > 0:
			broken[where]++
		case style.Stroke == rules.RoleLast && len(style.Dash) == 0:
			whole[where]++
		}
	}
	return broken, whole
}
