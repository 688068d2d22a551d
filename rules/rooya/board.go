package rooya

import (
	"math/bits"

	"turnpost/rules/board"
)

// size is the number of rows and of columns.
const size = 5

// pawns is how many pawns each side has.
const pawns = 8

// cell is a cell of the board, counted row by row from a1: a1 is 0, b1 is 1,
// e5 is 24.
type cell uint8

// at is the cell in a column and a row, each counted from 0.
func at(column, row int) cell { return cell(size*row + column) }

func (c cell) column() int { return int(c) % size }
func (c cell) row() int    { return int(c) / size }
func (c cell) bit() set    { return 1 << (c % 32) } // the 32 spares a test for longer shifts

// grid is the board as people see it.
var grid = board.Grid{Columns: size, Rows: size}

// cellOf is the cell of a cell in the grid, and on its inverse.
func cellOf(c board.Cell) cell { return at(c.Column, c.Row) }
func (c cell) on() board.Cell  { return board.Cell{Column: c.column(), Row: c.row()} }

// String is the name of the cell: a column a to e and a row 1 to 5.
func (c cell) String() string { return c.on().String() }

// parseCell is the inverse of String.
func parseCell(name string) (cell, bool) {
	c, ok := grid.Cell(name)
	return cellOf(c), ok
}

// set is some cells: bit c is cell c.
type set uint32

const (
	whole set = 1<<(size*size) - 1
	// inner is the plate that turns, b2 to d4; outer is the plate around it.
	inner set = 0b01110<<5 | 0b01110<<10 | 0b01110<<15
	outer set = whole &^ inner

	columnA set = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20
	columnE set = columnA << (size - 1)
	row1    set = 1<<size - 1
)

func (s set) has(c cell) bool { return s&c.bit() != 0 }
func (s set) count() int      { return bits.OnesCount32(uint32(s)) }

// first is the least cell of a set that is not empty.
func (s set) first() cell { return cell(bits.TrailingZeros32(uint32(s))) }

// beside is the cells one step up, down, left or right of a cell of s. House rule: all
// orthogonal neighbours are joined by a line.
func (s set) beside() set {
	return (s<<size | s>>size | s&^columnE<<1 | s&^columnA>>1) & whole
}

// plateOf is the plate to which c belongs.
func plateOf(c cell) set {
	if inner.has(c) {
		return inner
	}
	return outer
}

// neighbours is, for each cell, the cells beside it.
var neighbours = buildNeighbours()

func buildNeighbours() (table [size * size]set) {
	for c := range table {
		table[c] = cell(c).bit().beside()
	}
	return table
}

// follow is, for each cell that a step to the other plate reaches, the cells of the second
// step: the neighbours on the same plate.
var follow = buildFollow()

func buildFollow() (table [size * size]set) {
	for c := range table {
		table[c] = neighbours[c] & plateOf(cell(c))
	}
	return table
}

// row and column are the lines of five through a cell.
func row(c cell) set    { return row1 << (size * c.row()) }
func column(c cell) set { return columnA << c.column() }

// lines is, for each cell, the row and the column through it.
var lines = buildLines()

func buildLines() (table [size * size][2]set) {
	for c := range table {
		table[c] = [2]set{row(cell(c)), column(cell(c))}
	}
	return table
}

// alignedAt reports whether s fills the row or the column through c.
func (s set) alignedAt(c cell) bool {
	through := &lines[c]
	return s&through[0] == through[0] || s&through[1] == through[1]
}

// alignedWithin reports whether s fills a line that crosses the inner plate, which is a line
// through b2, c3 or d4.
func (s set) alignedWithin() bool {
	return s.alignedAt(at(1, 1)) || s.alignedAt(at(2, 2)) || s.alignedAt(at(3, 3))
}

// aligned lists the lines that s fills, at the edge and across the inner plate.
func (s set) aligned() []set {
	var full []set
	for i := range size {
		for _, line := range lines[at(i, i)] {
			if s&line == line {
				full = append(full, line)
			}
		}
	}
	return full
}

// lineName is the number of a row or the letter of a column.
func lineName(line set) (name string, isRow bool) {
	c := line.first()
	if line == row(c) {
		return c.String()[1:], true
	}
	return c.String()[:1], false
}
