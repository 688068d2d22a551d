package turro

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// requireLines requires that a diagram has these lines, in this order.
func requireLines(t *testing.T, diagram string, lines ...string) {
	t.Helper()
	rest := diagram
	for _, line := range lines {
		_, after, ok := strings.Cut(rest, line+"\n")
		require.True(t, ok, "no %q, or not there, in\n%s", line, diagram)
		rest = after
	}
}

// TestTwoMovesAreRemarked: the diagram says what the board cannot show.
func TestTwoMovesAreRemarked(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"A tower of 2 or more when this turn ends gives White two moves."}, rules.Remarks(Game().Start(), rules.English))
	p := play(t, Game().Start(), "d3-d4", "d5-d4")
	require.Equal(t, []string{"Black has two moves; the second can be declined.", "A tower of 3 or more when this turn ends gives White two moves."},
		rules.Remarks(p, rules.English))
	p = play(t, p, "a3-a4")
	require.Equal(t, "Black has a second move, or passes.", rules.Remarks(p, rules.English)[0])
	over := read(t, "d7:B b2:W", "b 1")
	require.True(t, over.Outcome().Over())
	require.Empty(t, rules.Remarks(over, rules.English))
}

func TestDiagramShowsEachStack(t *testing.T) {
	t.Parallel()
	p := read(t, "a1:w b2:wb c3:bbwwB d4:wwwwwb e5:wbwbwbwb f6:bW g7:bbbbbbbbbbbww", "b 1")
	requireLines(t, p.Diagram(rules.Black, rules.English),
		"        a       b       c       d       e       f       g",
		"  7 |       |       |       |       |       |       |   o13 | 7",
		"    |       |       |       |       |       |       | oxx.. |",
		"  6 |       |       |       |       |       |  <O>2 |       | 6",
		"    |       |       |       |       |       |   x   |       |",
		"  5 |       |       |       |       |   x8  |       |       | 5",
		"    |       |       |       |       | oxo.. |       |       |",
		"  4 |       |       |       |   x6  |       |       |       | 4",
		"    |       |       |       | ooooo |       |       |       |",
		"  3 |       |       |  <X>5 |       |       |       |       | 3",
		"    |       |       |  ooxx |       |       |       |       |",
		"  2 |       |   x2  |       |       |       |       |       | 2",
		"    |       |   o   |       |       |       |       |       |",
		"  1 |   o   |       |       |       |       |       |       | 1",
		"    g7 from the top: ooxxxxxxxxxxx",
		"    e5 from the top: xoxoxoxo",
		"    A tower of 14 or more when this turn ends gives White two moves.",
	)
}

func TestDiagramIsTurnedForWhite(t *testing.T) {
	t.Parallel()
	p := read(t, "d1:B d7:W a1:b g6:w", "b 1")
	requireLines(t, p.Diagram(rules.White, rules.English),
		"        g       f       e       d       c       b       a",
		"  1 |       |       |       |  <X>  |       |       |   x   | 1",
		"  6 |   o   |       |       |       |       |       |       | 6",
		"  7 |       |       |       |  <O>  |       |       |       | 7",
	)
}

func TestDiagramMarksTheLastTurn(t *testing.T) {
	t.Parallel()
	p := play(t, read(t, "d1:B d7:W a3:bb b4:wb e5:w", "b 2"), "b4-b6")
	requireLines(t, p.Diagram(rules.Black, rules.English),
		"  6 |       |[  x  ]|       |       |       |       |       | 6",
		"  4 |       |(  o  )|       |       |       |       |       | 4",
		"    |       |(     )|       |       |       |       |       |",
	)
	require.Contains(t, p.Diagram(rules.Black, rules.English), "Black has a second move, or passes.")

	both := play(t, p, "a3-a5")
	requireLines(t, both.Diagram(rules.White, rules.English),
		"  3 |       |       |       |       |       |       |(  x  )| 3",
		"  4 |       |       |       |       |       |(  o  )|       | 4",
		"  5 |       |       |   o   |       |       |       |[  x  ]| 5",
		"  6 |       |       |       |       |       |[  x  ]|       | 6",
	)
	passed := play(t, p, "pass")
	requireLines(t, passed.Diagram(rules.Black, rules.English),
		"  6 |       |[  x  ]|       |       |       |       |       | 6",
	)
	next := play(t, passed, "e5-e4")
	require.NotContains(t, next.Diagram(rules.Black, rules.English), "[  x  ]")

	twice := play(t, p, "b6-c6")
	requireLines(t, twice.Diagram(rules.Black, rules.English),
		"  6 |       |(     )|[  x  ]|       |       |       |       | 6",
		"  4 |       |(  o  )|       |       |       |       |       | 4",
	)
	require.NotContains(t, start().Diagram(rules.Black, rules.English), "Last turn")
}

func TestDiagramAtTheWorst(t *testing.T) {
	t.Parallel()
	// All stones but White's Turro in one tower, by a last move.
	p := play(t, read(t, "a2:B d7:W b3:bbbbbbbbbbwwwwwwwwwwbbbbbbbbbbwwwwwwwwww", "b 1"), "a2-b3")
	requireLines(t, p.Diagram(rules.Black, rules.English),
		"  3 |       |[<X>41]|       |       |       |       |       | 3",
		"    |       |[ooo..]|       |       |       |       |       |",
	)
}

func TestGroups(t *testing.T) {
	t.Parallel()
	titles := func(p rules.Position) (titles []string) {
		for _, g := range rules.Groups(p) {
			titles = append(titles, g.Title.String())
			require.NotEmpty(t, g.Moves)
		}
		return titles
	}
	p := read(t, "d2:B d7:W a3:wwb c3:b e4:w", "b 2+ 3")
	require.Equal(t, []string{"d2, Turro", "a3, tower of 3", "c3", "no second move"}, titles(p))
	require.Equal(t, []rules.Move{"pass"}, rules.Groups(p)[3].Moves)
	require.Equal(t, "d1, Turro", titles(start())[0])
	require.Len(t, titles(start()), 21)
	require.Equal(t, []string{"d4, Turro, tower of 2"}, titles(read(t, "d4:wB d7:W", "b 1")))
}
