package board

import (
	"iter"
	"strconv"

	"turnpost/rules"
)

// Cell is a cell of a board by its column and its row, each counted from 0.
type Cell struct{ Column, Row int }

// String is the name: the letter of the column and the number of the row, such as "a1" and "c12".
func (c Cell) String() string { return c.Letter() + c.Number() }

// Letter is the name of the cell's column.
func (c Cell) Letter() string { return string(rune('a' + c.Column)) }

// Number is the name of the cell's row.
func (c Cell) Number() string { return strconv.Itoa(c.Row + 1) }

// ParseCell is the inverse of String. The cell may be outside every board.
func ParseCell(name string) (c Cell, ok bool) {
	if len(name) < 2 || len(name) > 3 || name[0] < 'a' || name[0] > 'z' || name[1] < '1' || name[1] > '9' {
		return Cell{}, false
	}
	row, err := strconv.Atoi(name[1:])
	return Cell{int(name[0] - 'a'), row - 1}, err == nil
}

// Grid is a board of squares. Black, and rules.None, see column a on the left and row 1 at the
// bottom, or at the top if the rows are counted Down; White sees the board after a half turn.
type Grid struct {
	Columns, Rows int
	Down          bool
	// SkipI says that the column after h is j, as in Go.
	SkipI bool
}

// skipped is the column of the letter that SkipI skips.
const skipped = 'i' - 'a'

// Letter is the name of a cell's column on this board.
func (g Grid) Letter(c Cell) string {
	if g.SkipI && c.Column >= skipped {
		c.Column++
	}
	return c.Letter()
}

// Name is the name of a cell on this board.
func (g Grid) Name(c Cell) string { return g.Letter(c) + c.Number() }

// Has reports whether the board has a cell.
func (g Grid) Has(c Cell) bool {
	return 0 <= c.Column && c.Column < g.Columns && 0 <= c.Row && c.Row < g.Rows
}

// Cell is the cell with a name; ok is false if the board has none.
func (g Grid) Cell(name string) (c Cell, ok bool) {
	c, ok = ParseCell(name)
	if g.SkipI && c.Column >= skipped {
		ok = ok && c.Column > skipped
		c.Column--
	}
	return c, ok && g.Has(c)
}

// Seen is where view's player sees a cell: the numbers of cells to the left of it and above it.
func (g Grid) Seen(c Cell, view rules.Side) (x, y int) {
	x, y = c.Column, c.Row
	if !g.Down {
		y = g.Rows - 1 - y
	}
	if view == rules.White {
		x, y = g.Columns-1-x, g.Rows-1-y
	}
	return x, y
}

// At is the inverse of Seen.
func (g Grid) At(x, y int, view rules.Side) Cell {
	if view == rules.White {
		x, y = g.Columns-1-x, g.Rows-1-y
	}
	if !g.Down {
		y = g.Rows - 1 - y
	}
	return Cell{x, y}
}

// Symmetric returns the cell to which one of the eight symmetries of a square board moves a cell: n%4 quarter
// turns clockwise and then, if n is 4 or more, a mirror image from left to right. Of these, 0, 2, 4
// and 6 are symmetries of any grid.
func (g Grid) Symmetric(c Cell, n int) Cell {
	columns, rows := g.Columns, g.Rows
	for range n % 4 {
		c = Cell{c.Row, columns - 1 - c.Column}
		columns, rows = rows, columns
	}
	if n >= 4 {
		c.Column = columns - 1 - c.Column
	}
	return c
}

// All is every cell as view's player reads the board: from the top row down, each from left to right.
func (g Grid) All(view rules.Side) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for y := range g.Rows {
			for x := range g.Columns {
				if !yield(g.At(x, y, view)) {
					return
				}
			}
		}
	}
}
