package tourrosa

import (
	"math"

	"turnpost/rules/board"
)

// The diagram draws the line of the rose as dots, half as high as wide, because a letter is about twice
// as high as wide.
const (
	tipRadius    = 33.0 // of the tips of the petals, in columns
	middleRadius = 20.2 // halfway from the tips to where the line turns inside
	flatness     = 0.5
	middleColumn = 33
	middleRow    = 16
	columns      = 2*middleColumn + 1
	rows         = 2*middleRow + 1
)

// spot is the place of a cell's name; its stack is on the line below.
type spot struct{ column, row int }

// radius is the distance of the line from the centre, phase half-hours before or after the tip of a
// petal. It falls from the tip (0) over the four rings (1 to 4) to its turn near the centre (5).
func radius(phase float64) float64 {
	return middleRadius + (tipRadius-middleRadius)*math.Cos(math.Pi*phase/5)
}

// plot is the spot at a radius and a bearing in half-hours.
func plot(radius, bearing float64) spot {
	sin, cos := math.Sincos(bearing * math.Pi / hours)
	return spot{
		column: middleColumn + int(math.Round(radius*sin)),
		row:    middleRow - int(math.Round(radius*cos*flatness)),
	}
}

// petals is the line alone. A petal is ten half-hours long, to the centre and out again; twelve petals
// are the whole line, five times round. The tips are on the half-hours, between the two cells of ring d
// that they join.
var petals = drawPetals()

func drawPetals() *board.Canvas {
	const dots = 120 * 6
	c := board.NewCanvas(columns, rows)
	for i := range dots {
		phase := 120 * float64(i) / dots
		s := plot(radius(phase), phase+1)
		c.Put(s.column, s.row, ".")
	}
	return c
}

// spots are the places of the cells, for Black with hour 12 at the top, for White after a half turn.
var spots = [2]*[cells]spot{layOut(0), layOut(halfHours / 2)}

func layOut(turned int) *[cells]spot {
	var s [cells]spot
	for c := range cell(cells) {
		phase := float64(rings - c.ring())
		s[c] = plot(radius(phase), float64(c.bearing()+turned))
	}
	return &s
}

// put writes a text centred at a spot, and clears the dots beside it.
func put(c *board.Canvas, at spot, text string) { c.Put(at.column-len(text)/2-1, at.row, " "+text+" ") }
