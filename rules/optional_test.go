package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

// TestWhatIsOptional: all functions work with a position that has only the seven methods, and with
// a game in one language.
func TestWhatIsOptional(t *testing.T) {
	t.Parallel()
	for _, g := range []rules.Game{rulestest.Tug()} {
		p := g.Start()
		for _, lang := range append(rules.Languages(), "xx") {
			told := g.In(lang)
			require.Equal(t, g.Brief, told.Brief)
			require.Equal(t, g.Text, told.Text)
			require.Equal(t, g.Reasons, told.Reasons)
			require.Nil(t, rules.Describe(p, rules.White, told.Say))
			require.Nil(t, rules.Remarks(p, told.Say))
			require.Nil(t, rules.Legend(p, told.Say))
			require.Equal(t, "X o", told.Figured("X o"))
			require.Empty(t, rules.Hint(p, p.Legal()[0]))
			require.Equal(t, string(p.Legal()[0]), rules.DescribeMove(p, p.Legal()[0], told.Say))
			_, drawn := rules.SceneOf(p, rules.White, told.Say)
			require.False(t, drawn)
		}
		require.Equal(t, rules.Reread(p), p.Outcome())
		require.Equal(t, uint64(len(p.Legal())), rules.Perft(p, 1))
		require.NotEmpty(t, rules.Groups(p))
	}
	_, err := three.Game().Start().Parse("d9")
	require.Equal(t, "il n'y a pas de case d9 sur ce plateau", three.Game().In("fr").Refusal(err.(*rules.MoveError)),
		"what all games say is said in every language")
}

// Plies that are a cell and no more are grouped by columns.
func TestCellsAreGroupedByColumn(t *testing.T) {
	t.Parallel()
	var groups []string
	for _, g := range rules.Groups(three.Game().Start()) {
		groups = append(groups, g.Title.String()+": "+rules.JoinMoves(g.Moves, "and"))
	}
	require.Equal(t, []string{"a: a1, a2 and a3", "b: b1, b2 and b3", "c: c1, c2 and c3"}, groups)
}
