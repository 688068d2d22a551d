package board

import (
	"iter"
	"strconv"

	"turnpost/rules"
)

// Cell is a cell of a board by its column and its row, each counted from 0.
type Cell struct{ Column, Row int }

// String is the name: the letter of the column and the number of the row, both
// counted from 1: "a1", "c12".
func (c Cell) String() string { return c.Letter() + c.Number() }

// Letter is the name of the cell's column.
func (c Cell) Letter() string { return string(rune('a' + c.Column)) }

// Number is the name of the cell's row.
func (c Cell) Number() string { return strconv.Itoa(c.Row + 1) }

// ParseCell reads what String writes, and nothing else. No board need have the
// cell.
func ParseCell(name string) (Cell, bool) {
	if len(name) < 2 || len(name) > 3 || name[0] < 'a' || name[0] > 'z' || name[1] < '1' || name[1] > '9' {
		return Cell{}, false
	}
	row, err := strconv.Atoi(name[1:])
	return Cell{int(name[0] - 'a'), row - 1}, err == nil
}

// Grid is a board of squares. Black sees column a on the left and row 1 at the
// bottom; White sees it turned by a half turn, and who has no side as Black does.
type Grid struct{ Columns, Rows int }

// Has reports whether the board has a cell.
func (g Grid) Has(c Cell) bool {
	return 0 <= c.Column && c.Column < g.Columns && 0 <= c.Row && c.Row < g.Rows
}

// Cell is the cell of that name, if the board has one.
func (g Grid) Cell(name string) (Cell, bool) {
	c, ok := ParseCell(name)
	return c, ok && g.Has(c)
}

// Seen is where view's player sees a cell: how many cells lie to the left of it
// and how many above. It is its own inverse.
func (g Grid) Seen(c Cell, view rules.Side) (x, y int) {
	x, y = c.Column, g.Rows-1-c.Row
	if view == rules.White {
		x, y = g.Columns-1-x, g.Rows-1-y
	}
	return x, y
}

// At is the cell that view's player sees at a place: what Seen says, the other
// way round.
func (g Grid) At(x, y int, view rules.Side) Cell {
	if view == rules.White {
		x, y = g.Columns-1-x, g.Rows-1-y
	}
	return Cell{x, g.Rows - 1 - y}
}

// All is every cell in the order in which view's player reads the board: from
// the top row down, each from left to right.
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
