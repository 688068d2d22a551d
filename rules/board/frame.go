package board

import (
	"strings"

	"turnpost/rules"
)

// Frame is a board of squares drawn as boxes of Width columns by Lines lines. Seven boxes that are
// seven wide, with their coordinates, are as wide as a message allows.
//
//	     a     b
//	  +-----+-----+
//	2 |  X  |     | 2
//	  +-----+-----+
type Frame struct {
	Grid
	Width, Lines int
	// Indent is the number of columns to the left of the frame, for the numbers of the rows.
	Indent int
	// Chequered is whether every second square is dark in pictures, a1 first.
	Chequered bool
	// Bare is whether the names of columns and rows are left out, for a board whose squares have
	// names of their own.
	Bare bool
}

// Draw draws the board as view's player sees it, with the names of the columns above and below it,
// and of the rows on both sides of their first lines. cell returns the content of a box: at most
// Lines lines of Width columns.
func (f Frame) Draw(view rules.Side, cell func(Cell) []string) string {
	const gap = 2 // from the number of a row to the frame
	across := f.Width + 1
	canvas := NewCanvas(2*f.Indent+f.Columns*across+1, f.Rows*(f.Lines+1)+3)
	rule := strings.Repeat("+"+strings.Repeat("-", f.Width), f.Columns) + "+"
	right := f.Indent + f.Columns*across
	bottom := 1 + f.Rows*(f.Lines+1)
	for x := range f.Columns {
		if f.Bare {
			break
		}
		letter, middle := f.Letter(f.At(x, 0, view)), f.Indent+x*across+1+f.Width/2
		canvas.Put(middle, 0, letter)
		canvas.Put(middle, bottom+1, letter)
	}
	for y := range f.Rows {
		top := 1 + y*(f.Lines+1)
		canvas.Put(f.Indent, top, rule)
		number := f.At(0, y, view).Number()
		if !f.Bare {
			canvas.Put(f.Indent-gap+1-len(number), top+1, number)
			canvas.Put(right+gap, top+1, number)
		}
		for x := range f.Columns {
			for i, line := range cell(f.At(x, y, view)) {
				canvas.Put(f.Indent+x*across+1, top+1+i, line)
			}
		}
		for i := range f.Lines {
			for x := range f.Columns + 1 {
				canvas.Put(f.Indent+x*across, top+1+i, "|")
			}
		}
	}
	canvas.Put(f.Indent, bottom, rule)
	return canvas.String()
}

// Lattice is a board of squares drawn as points without lines: the point at the top left is at
// column X of line Y, and the next ones follow every StepX columns and StepY lines.
//
//	    a   b
//	2   .   X   2
//	1   .   .   1
//	    a   b
type Lattice struct {
	Grid
	X, Y, StepX, StepY int
}

// Spot is the place of a cell on a canvas.
func (l Lattice) Spot(c Cell, view rules.Side) (x, y int) {
	x, y = l.Seen(c, view)
	return l.X + x*l.StepX, l.Y + y*l.StepY
}

// Label writes the names of the columns on the lines above and below, and those of the rows one
// step to the left and to the right.
func (l Lattice) Label(canvas *Canvas, view rules.Side) {
	for i := range l.Columns {
		c := Cell{Column: i}
		x, _ := l.Spot(c, view)
		canvas.Put(x, l.Y-1, l.Letter(c))
		canvas.Put(x, l.Y+(l.Rows-1)*l.StepY+1, l.Letter(c))
	}
	for i := range l.Rows {
		c := Cell{Row: i}
		_, y := l.Spot(c, view)
		canvas.Put(l.X-l.StepX, y, c.Number())
		canvas.Put(l.X+l.Columns*l.StepX, y, c.Number())
	}
}
