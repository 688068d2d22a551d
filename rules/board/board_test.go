package board_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
)

func TestCellsAreNamedByLetterAndNumber(t *testing.T) {
	for name, cell := range map[string]board.Cell{"a1": {}, "d4": {Column: 3, Row: 3}, "c12": {Column: 2, Row: 11}, "z99": {Column: 25, Row: 98}} {
		require.Equal(t, name, cell.String())
		read, ok := board.ParseCell(name)
		require.True(t, ok, name)
		require.Equal(t, cell, read)
	}
	for _, name := range []string{"", "a", "1", "a0", "a01", "A1", "a1 ", " a1", "a100", "aa1", "a-1", "a+1", "é1"} {
		_, ok := board.ParseCell(name)
		require.False(t, ok, name)
	}
}

func TestAGridIsSeenFromEitherSide(t *testing.T) {
	g := board.Grid{Columns: 3, Rows: 2}
	seen := map[rules.Side]string{rules.Black: "a2 b2 c2 a1 b1 c1", rules.None: "a2 b2 c2 a1 b1 c1", rules.White: "c1 b1 a1 c2 b2 a2"}
	for view, want := range seen {
		var names []string
		for c := range g.All(view) {
			names = append(names, c.String())
			x, y := g.Seen(c, view)
			require.Equal(t, c, g.At(x, y, view))
			require.Equal(t, len(names)-1, 3*y+x)
		}
		require.Equal(t, want, strings.Join(names, " "))
	}
	_, ok := g.Cell("c2")
	require.True(t, ok)
	for _, name := range []string{"c3", "d1", "x"} {
		_, ok := g.Cell(name)
		require.False(t, ok, name)
	}
}

func TestACanvasCountsLetters(t *testing.T) {
	c := board.NewCanvas(9, 3)
	c.Put(1, 0, "été")
	c.Put(5, 0, "!")
	c.Center(4, 1, "abc")
	c.Put(-1, 2, "xyz")
	c.Put(7, 2, "xyz")
	require.Equal(t, " été !\n   abc\nyz     xy\n", c.String())
	other := c.Clone()
	other.Put(0, 0, "X")
	require.NotEqual(t, c.String(), other.String())
}

func TestAFrameHasItsCoordinatesAround(t *testing.T) {
	f := board.Frame{Grid: board.Grid{Columns: 2, Rows: 2}, Width: 5, Lines: 1, Indent: 3}
	drawn := f.Draw(rules.White, func(c board.Cell) []string {
		if c == (board.Cell{Column: 1}) {
			return []string{"  X  "}
		}
		return nil
	})
	require.Equal(t, `
      b     a
   +-----+-----+
 1 |  X  |     | 1
   +-----+-----+
 2 |     |     | 2
   +-----+-----+
      b     a
`, "\n"+drawn)
}

func TestALatticeHasItsCoordinatesAround(t *testing.T) {
	l := board.Lattice{Grid: board.Grid{Columns: 3, Rows: 2}, X: 4, Y: 1, StepX: 4, StepY: 1}
	canvas := board.NewCanvas(17, 4)
	for c := range l.All(rules.Black) {
		x, y := l.Spot(c, rules.Black)
		canvas.Put(x, y, ".")
	}
	l.Label(canvas, rules.Black)
	require.Equal(t, `
    a   b   c
2   .   .   .   2
1   .   .   .   1
    a   b   c
`, "\n"+canvas.String())
}

func TestHexagonsShareTheirEdges(t *testing.T) {
	h := board.Hex{Rows: 2, Width: 3}
	columns, lines := h.Size()
	canvas := board.NewCanvas(columns, lines)
	first, second := board.HexPlace{Row: 0, Column: 1}, board.HexPlace{Row: 1, Column: 2}
	h.Draw(canvas, first, "a1", " X ", false)
	h.Draw(canvas, second, "b1", "", true)
	require.Equal(t, `
  / \
 /a1 \
|  X  |
 \   /:\
  \ /b1:\
   |:::::|
    \:::/
     \:/
`, "\n"+canvas.String())
	require.Equal(t, second, h.Turned(first))
	require.Equal(t, first, h.Turned(second))

	left := rules.Point{X: 10, Y: 50}
	a, b := h.Center(first, left, 10), h.Center(second, left, 10)
	require.Equal(t, 20.0, a.X)
	require.Equal(t, 30.0, b.X)
	require.InDelta(t, 100, a.Y+b.Y, 1e-9, "the board's middle is half way down")
	near := func(p rules.Point) func(rules.Point) bool {
		return func(q rules.Point) bool { return (p.X-q.X)*(p.X-q.X)+(p.Y-q.Y)*(p.Y-q.Y) < 1e-9 }
	}
	shared := 0
	for _, p := range board.Hexagon(a, board.Edge(10)) {
		if slices.ContainsFunc(board.Hexagon(b, board.Edge(10)), near(p)) {
			shared++
		}
	}
	require.Equal(t, 2, shared, "neighbours share an edge")
}

func TestASceneHasItsCoordinatesOnAllSides(t *testing.T) {
	s := board.Sheet(300, 300)
	g := board.Grid{Columns: 2, Rows: 2}
	g.Coordinates(&s, 12, func(c board.Cell) rules.Point {
		x, y := g.Seen(c, rules.White)
		return rules.Point{X: float64(100 + 50*x), Y: float64(100 + 50*y)}
	}, [2]float64{80, 170}, [2]float64{85, 175})
	at := map[rules.Point]string{}
	for _, shape := range s.Shapes[1:] {
		text := shape.(rules.Text)
		require.Equal(t, rules.RoleLabel, text.Role)
		at[text.Center] = text.Text
	}
	require.Equal(t, map[rules.Point]string{
		{X: 100, Y: 85}: "b", {X: 150, Y: 85}: "a", {X: 100, Y: 175}: "b", {X: 150, Y: 175}: "a",
		{X: 80, Y: 100}: "1", {X: 80, Y: 150}: "2", {X: 170, Y: 100}: "1", {X: 170, Y: 150}: "2",
	}, at)
}

func TestTheSidesDifferInPaint(t *testing.T) {
	black, onBlack := board.Paint(rules.Black)
	white, onWhite := board.Paint(rules.White)
	require.Equal(t, []rules.ShapeRole{rules.RoleBlack, rules.RoleOnBlack, rules.RoleWhite, rules.RoleOnWhite}, []rules.ShapeRole{black, onBlack, white, onWhite})
	require.Equal(t, rules.RoleOnWhite, board.Disc(rules.Point{}, 5, rules.White, 1).Stroke)
	require.Equal(t, []rules.Point{{X: 3, Y: 6}}, board.Outline(rules.Point{X: 1, Y: 2}, 2, rules.Point{X: 1, Y: 2}))
}
