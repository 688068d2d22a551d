package board

import (
	"math"

	"turnpost/rules"
)

// Place is where a hexagon lies: its row, counted from the top, and how many
// half cells its middle lies to the right of the board's left edge. A row is
// shifted by half a cell against the next.
type Place struct{ Row, Column int }

// Hex is a board of hexagons that stand on a corner: so many rows, and so many
// half cells wide.
type Hex struct{ Rows, Width int }

// Turned is where a place lies after a half turn of the board.
func (h Hex) Turned(p Place) Place { return Place{h.Rows - 1 - p.Row, h.Width - p.Column} }

// The measures of a hexagon in ASCII: hexagons share their edges, so the next of
// a row is two half cells to the right and the next row some lines down.
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

// Size is how many columns and lines the board takes on a canvas.
func (h Hex) Size() (columns, lines int) { return h.Width*halfColumns + 1, h.Rows*rowLines + 2 }

// Draw draws one cell on a canvas: its edges, its name and, around its middle,
// what stands there. A cell that is special by rule is filled.
func (h Hex) Draw(canvas *Canvas, p Place, name, figure string, filled bool) {
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

// Edge is how long each edge of a hexagon is that is two halves wide, which is
// also the way from its middle to a corner.
func Edge(half float64) float64 { return half * 2 / root3 }

// Center is the middle of a cell in a scene. Its hexagons are two halves wide,
// and left is where the board's left edge is, halfway down.
func (h Hex) Center(p Place, left rules.Point, half float64) rules.Point {
	return rules.Point{
		X: left.X + half*float64(p.Column),
		Y: left.Y + Edge(half)*3/2*(float64(p.Row)-float64(h.Rows-1)/2),
	}
}

// Hexagon is the corners of a hexagon, from the top one clockwise.
func Hexagon(middle rules.Point, radius float64) []rules.Point {
	points := make([]rules.Point, 6)
	for i := range points {
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		points[i] = rules.Point{X: middle.X + radius*sin, Y: middle.Y - radius*cos}
	}
	return points
}
