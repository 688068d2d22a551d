package turro

import (
	"math/bits"

	"turnpost/rules/board"
)

// size is the number of columns and of rows.
const size = 7

// field is a field of the board: a1, a2, ... a7, b1, ... g7, in the order of the names, so that
// plies listed in the order of fields are sorted by text.
type field uint8

func fieldAt(column, row int) field { return field(column*size + row) }

func (f field) column() int { return int(f) / size }
func (f field) row() int    { return int(f) % size }

func (f field) String() string { return board.Cell{Column: f.column(), Row: f.row()}.String() }

// grid is the board as people see it.
var grid = board.Grid{Columns: size, Rows: size}

// fieldOf is the field of a cell.
func fieldOf(c board.Cell) field { return fieldAt(c.Column, c.Row) }

// readField is the inverse of String.
func readField(name string) (field, bool) {
	c, ok := grid.Cell(name)
	return fieldOf(c), ok
}

// fields is a set of fields.
type fields uint64

// only is the set of f alone. The mask changes nothing, but makes the shift one instruction in the
// busiest place of perft.
func (f field) only() fields { return 1 << (f & 63) }

func (s fields) has(f field) bool { return s&f.only() != 0 }
func (s fields) first() field     { return field(bits.TrailingZeros64(uint64(s))) }
func (s fields) rest() fields     { return s & (s - 1) }
func (s fields) len() int         { return bits.OnesCount64(uint64(s)) }

// The end rows. Black's Turro must reach row 7, White's row 1.
const (
	row1 fields = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	row7        = row1 << (size - 1)
)

// reach[h][f] is the fields to which a stone can go from f if h stones stand there: h fields away
// in the eight directions. No stone can ever move from a tower of seven or more; reach[size] is for
// all of those.
var reach = reachTable()

func reachTable() (t [size + 1][size * size]fields) {
	for h := 1; h < size; h++ {
		for f := range t[h] {
			column, row := field(f).column(), field(f).row()
			for _, c := range [3]int{column - h, column, column + h} {
				for _, r := range [3]int{row - h, row, row + h} {
					if onBoard(c, r) && (c != column || r != row) {
						t[h][f] |= fieldAt(c, r).only()
					}
				}
			}
		}
	}
	return t
}

func onBoard(column, row int) bool {
	return 0 <= column && column < size && 0 <= row && row < size
}
