package board_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/three"
)

// squares is a king of Black's that went from a1 to b1, and a piece of White's on b2.
func squares(c board.Cell) board.Square {
	return map[string]board.Square{
		"a1": {Mark: board.Left},
		"b1": {Side: rules.Black, Piece: "k", Mark: board.Reached},
		"b2": {Side: rules.White},
	}[c.String()]
}

func TestSquares(t *testing.T) {
	f := board.Frame{Grid: board.Grid{Columns: 2, Rows: 2}, Width: 5, Lines: 1, Indent: 4}
	require.Equal(t, strings.Join([]string{
		"       a     b",
		"    +-----+-----+",
		"  2 |     |  O  | 2",
		"    +-----+-----+",
		"  1 | ( ) | [K] | 1",
		"    +-----+-----+",
		"       a     b",
		"",
	}, "\n"), f.Diagram(rules.Black, squares))

	s := f.Scene(rules.White, squares)
	require.Equal(t, 344.0, s.Width)
	middle := func(x, y float64) rules.Point {
		return rules.Point{X: s.Width/2 + 64*x, Y: s.Height/2 + 64*y}
	}
	var discs, rings []rules.Point
	var words []string
	for _, shape := range s.Shapes[s.Board:] {
		switch shape := shape.(type) {
		case rules.Circle:
			if shape.Fill == rules.RoleNone {
				rings = append(rings, shape.Center)
			} else {
				discs = append(discs, shape.Center)
			}
		case rules.Text:
			words = append(words, shape.Text)
		}
	}
	require.Equal(t, []rules.Point{middle(-0.5, -0.5), middle(-0.5, 0.5)}, discs, "White sees b1 at the top left")
	require.Equal(t, []rules.Point{middle(-0.5, 0.5)}, rings, "White's piece has a ring")
	require.Equal(t, []string{"K"}, words)

	start := three.Game().Start()
	describe := func(lang string) string {
		return strings.Join(f.Describe(start, rules.White, three.Game().In(lang).Say, squares), " ")
	}
	require.Equal(t, "Black is to move. White: b2. Black: K b1. Last move: from a1 to b1.", describe("en"))
	require.Equal(t, "Schwarz ist am Zug. Weiß: b2. Schwarz: K b1. Letzter Zug: von a1 nach b1.", describe("de"))
}

func TestSquaresAreDescribedInEveryLanguage(t *testing.T) { rulestest.CheckCommonWords(t) }
