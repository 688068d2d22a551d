package board

import (
	"math"

	"turnpost/rules"
)

// HexPlace is the place of a hexagon: its row counted from the top, and the number of half cells
// between the board's left edge and its middle. Each row is shifted by half a cell against the
// next.
type HexPlace struct{ Row, Column int }

// Hex is a board of hexagons with a corner at the top. Width is in half cells.
type Hex struct{ Rows, Width int }

// Turned is the place after a half turn of the board.
func (h Hex) Turned(p HexPlace) HexPlace { return HexPlace{h.Rows - 1 - p.Row, h.Width - p.Column} }

// The measures of a hexagon in ASCII. Hexagons share their edges, so the next one of a row is two
// half cells to the right, and the next row is rowLines down.
//
//	  / \        line 0 of a cell
//	 /b5 \       its name
//	| [X] |      what stands there
//	 \   / \     line 0 of the row below
//	  \ /b4 \
const (
	halfColumns = 3
	rowLines    = 3
)

// Size is the number of columns and lines of the board on a canvas.
func (h Hex) Size() (columns, lines int) { return h.Width*halfColumns + 1, h.Rows*rowLines + 2 }

// Draw draws one cell on a canvas: its edges, its name, and a figure in its middle. A cell that is
// special by the rules is filled.
func (h Hex) Draw(canvas *Canvas, p HexPlace, name, figure string, filled bool) {
	edges := [...]string{`/ \`, `/   \`, `|     |`, `\   /`, `\ /`}
	if filled {
		edges = [...]string{`/:\`, `/:::\`, `|:::::|`, `\:::/`, `\:/`}
	}
	top, column := rowLines*p.Row, halfColumns*p.Column
	for i, edge := range edges {
		canvas.Center(column, top+i, edge)
	}
	canvas.Center(column, top+1, name)
	canvas.Center(column, top+2, figure)
}

const root3 = 1.7320508075688772

// Edge is the length of each edge of a hexagon that is two halves wide, which is also the distance
// from its middle to a corner.
func Edge(half float64) float64 { return half * 2 / root3 }

// Center is the middle of a cell in a scene with hexagons two halves wide. left is the middle of
// the board's left edge.
func (h Hex) Center(p HexPlace, left rules.Point, half float64) rules.Point {
	return rules.Point{
		X: left.X + half*float64(p.Column),
		Y: left.Y + Edge(half)*3/2*(float64(p.Row)-float64(h.Rows-1)/2),
	}
}

// Hexagon is the corners of a hexagon, clockwise from the top.
func Hexagon(middle rules.Point, radius float64) []rules.Point {
	points := make([]rules.Point, 6)
	for i := range points {
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		points[i] = rules.Point{X: middle.X + radius*sin, Y: middle.Y - radius*cos}
	}
	return points
}
