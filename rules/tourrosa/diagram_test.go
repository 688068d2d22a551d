package tourrosa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// For any stacks and marks, no texts touch each other, and none leaves the drawing.
func TestLabelsKeepApart(t *testing.T) {
	t.Parallel()
	const widest = len("[X12]")
	for _, view := range spots {
		owner := map[spot]cell{}
		for c, at := range view {
			for row := at.row; row <= at.row+1; row++ {
				for i := range widest {
					s := spot{at.column - widest/2 + i, row}
					require.True(t, s.row >= 0 && s.row < rows && s.column >= 0 && s.column < columns, "%s at %v", cell(c), s)
					other, taken := owner[s]
					require.False(t, taken, "%s touches %s", cell(c), other)
					owner[s] = cell(c)
				}
			}
		}
	}
}

func TestWhiteSeesTheRoseTurnedByHalfATurn(t *testing.T) {
	t.Parallel()
	for c, at := range spots[0] {
		require.Equal(t, spot{columns - 1 - at.column, rows - 1 - at.row}, spots[1][c], cell(c).String())
		opposite := cellAt(cell(c).ring(), cell(c).hour()+hours/2)
		require.Equal(t, at, spots[1][opposite], "names rotate")
	}
	lines := strings.Split(petals.String(), "\n")
	dot := func(row, column int) bool { return column < len(lines[row]) && lines[row][column] == '.' }
	for row := range rows {
		for column := range columns {
			require.Equal(t, dot(row, column), dot(rows-1-row, columns-1-column), "the line turns into itself")
		}
	}
}

func TestEmptyCellsShowTheirNamesAndStacksOwnerAndHeight(t *testing.T) {
	t.Parallel()
	p := set(t, "b12 b12, b6 w24, a1 b1, d9 w1")
	for _, view := range []rules.Side{rules.Black, rules.White} {
		drawing := p.Diagram(view, rules.English)
		for _, name := range names {
			require.Contains(t, strings.Fields(drawing), name)
		}
		for _, stack := range []string{"X12", "O24", "X1", "O1"} {
			require.Contains(t, strings.Fields(drawing), stack)
		}
		require.Contains(t, drawing, "X Black: 13 pieces in 2 stacks    O White: 25 pieces in 2 stacks\n")
		require.NotContains(t, drawing, "Last")
	}
}

// Hour 12 is at the top for Black and at the bottom for White; hour 3 is on
// Black's right.
func TestTheClock(t *testing.T) {
	t.Parallel()
	black := strings.Split(Game().Start().Diagram(rules.Black, rules.English), "\n")
	white := strings.Split(Game().Start().Diagram(rules.White, rules.English), "\n")
	require.Contains(t, black[1], "d12")
	require.Contains(t, black[rows-2], "d6")
	require.Contains(t, white[1], "d6")
	require.Contains(t, white[rows-2], "d12")
	require.Regexp(t, `^ d9 .* d3$`, black[middleRow])
	require.Regexp(t, `^ d3 .* d9$`, white[middleRow])
}

func TestTheLastPlyIsMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, ply string
		marks       []string
		story       string
	}{
		{"b12 b4, b8 b4, d9 w1", "b12co", []string{"(b12)", "X1+", "[X5]"},
			"Last: b12co, Black sowed clockwise outward, (b12) to [b8].\n" +
				"Dropped on (+): c12 d1 d2.\n"},
		{"b12 b4, c12 b2, d2 w2, b8 b1, d9 w1", "b12co+", []string{"(b12)", "X1-", "xO2", "[X3]"},
			"Last: b12co+, Black stacked clockwise outward, (b12) to [b8].\n" +
				"Captured (x): O2 on d2.\n" +
				"Taken from (-): c12.\n"},
		{"b12 b2, c12 w1, d2 w1, b3 b1, d9 w1", "b12co", []string{"(b12)", "xO1", "X1+", "[X2]"},
			"Last: b12co, Black sowed clockwise outward, (b12) to [b3].\n" +
				"Captured (x): O1 on c12, O1 on d2.\n" +
				"Dropped on (+): d1.\n"},
		{"b12 b3, d9 w1", "b12ai", []string{"(b12)"},
			"Last: b12ai, Black sowed anticlockwise inward, (b12) to "},
		{shut, "pass", nil, "Last: Black passed.\n"},
	} {
		p := played(t, set(t, c.before), c.ply)
		for _, view := range []rules.Side{rules.Black, rules.White} {
			drawing := p.Diagram(view, rules.English)
			for _, mark := range c.marks {
				require.Contains(t, strings.Fields(drawing), mark, c.ply)
			}
			require.Contains(t, drawing, c.story)
		}
		again := parsed(t, p.String()).Diagram(rules.Black, rules.English)
		require.NotContains(t, again, "Last", "a position read from text has no last ply")
	}
}

// The letters' sketch of the start, as it is now drawn.
func TestTheStartIsDrawn(t *testing.T) {
	t.Parallel()
	drawing := Game().Start().Diagram(rules.Black, rules.English)
	require.Equal(t, drawing, Game().Start().Diagram(rules.None, rules.English))
	require.Equal(t, 3, strings.Count(drawing, "X4"))
	require.Equal(t, 3, strings.Count(drawing, "O4"))
	require.NotContains(t, drawing, "(")
}
