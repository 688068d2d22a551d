package draughts

import (
	"math/bits"
	"strconv"

	"turnpost/rules"
	"turnpost/rules/board"
)

// size is the number of columns and of rows.
const size = 8

// square is a dark square by its number less one: 1 to 4 on Black's home row, and 29 to 32 on
// White's.
type square uint8

// nowhere is beyond the edge of the board.
const nowhere square = 32

func (q square) String() string { return strconv.Itoa(int(q) + 1) }

// row is the row from Black's home row, 0, to White's, 7.
func (q square) row() int { return int(q) / 4 }

// cell is where Black sees the square: the home row below, and square 1 at its right end but one
// (the corner to Black's left is dark).
func (q square) cell() board.Cell {
	column := 2 * (int(q) % 4)
	if q.row()%2 == 0 {
		column++
	}
	return board.Cell{Column: size - 1 - column, Row: q.row()}
}

// squareOf is the inverse of cell; nowhere for a light square.
func squareOf(c board.Cell) square {
	if (c.Column+c.Row)%2 != 0 {
		return nowhere
	}
	return square(4*c.Row + (size-1-c.Column)/2)
}

// squares is a set of squares.
type squares uint32

func (q square) only() squares      { return 1 << (q & 31) }
func (s squares) has(q square) bool { return q < nowhere && s&q.only() != 0 }
func (s squares) first() square     { return square(bits.TrailingZeros32(uint32(s))) }
func (s squares) rest() squares     { return s & (s - 1) }
func (s squares) len() int          { return bits.OnesCount32(uint32(s)) }

// colour is a side as an index.
type colour uint8

const (
	black colour = iota
	white
)

func (c colour) other() colour    { return c ^ 1 }
func (c colour) side() rules.Side { return rules.Side(c) + rules.Black }

// home is the row on which the men of the other side become kings.
func (c colour) home() int { return int(c) * (size - 1) }

// grid is the board as a grid of cells.
var grid = board.Grid{Columns: size, Rows: size}

// beside[d][q] is the square next to q in direction d, and beyond[d][q] the one after it. White's men
// go in the first two directions, Black's in the last two.
var beside, beyond = neighbours(1), neighbours(2)

func neighbours(far int) (t [4][nowhere]square) {
	for q := range nowhere {
		for d, step := range [4][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			c := board.Cell{Column: q.cell().Column + far*step[0], Row: q.cell().Row + far*step[1]}
			t[d][q] = nowhere
			if grid.Has(c) {
				t[d][q] = squareOf(c)
			}
		}
	}
	return t
}
