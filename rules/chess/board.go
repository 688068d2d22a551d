package chess

import (
	"math/bits"

	"turnpost/rules"
	"turnpost/rules/board"
)

// size is the number of columns and of rows.
const size = 8

// square is a square of the board: a1, a2, ... a8, b1, ... h8, in the order of the names.
type square uint8

// nowhere is the target of no capture en passant.
const nowhere square = size * size

func squareAt(column, row int) square { return square(column*size + row) }

func (q square) column() int      { return int(q) / size }
func (q square) row() int         { return int(q) % size }
func (q square) cell() board.Cell { return board.Cell{Column: q.column(), Row: q.row()} }
func (q square) String() string   { return q.cell().String() }

// names are the names of all squares.
var names = func() (list [size * size]string) {
	for q := range list {
		list[q] = square(q).String()
	}
	return list
}()

var grid = board.Grid{Columns: size, Rows: size}

// readSquare is the inverse of String.
func readSquare(name string) (square, bool) {
	c, ok := grid.Cell(name)
	return squareAt(c.Column, c.Row), ok
}

// squares is a set of squares.
type squares uint64

func (q square) only() squares      { return 1 << (q & 63) }
func (s squares) has(q square) bool { return s&q.only() != 0 }
func (s squares) first() square     { return square(bits.TrailingZeros64(uint64(s))) }
func (s squares) rest() squares     { return s & (s - 1) }
func (s squares) len() int          { return bits.OnesCount64(uint64(s)) }
func (s squares) column() squares   { return columnA << (s.first() &^ 7) }
func (s squares) forward(c colour) squares {
	if c == white {
		return s &^ (row1 << 7) << 1
	}
	return s &^ row1 >> 1
}

const (
	row1    squares = 0x0101010101010101
	columnA squares = 0xff
	// light is the light squares; a1 is dark.
	light squares = 0x55aa55aa55aa55aa
)

// colour is a side as an index.
type colour uint8

const (
	white colour = iota
	black
)

func (c colour) other() colour { return c ^ 1 }

func (c colour) side() rules.Side {
	if c == white {
		return rules.White
	}
	return rules.Black
}

// home is the row on which the pieces of a colour begin.
func (c colour) home() int { return int(c) * (size - 1) }

// kind is a kind of piece.
type kind uint8

const (
	pawn kind = iota
	knight
	bishop
	rook
	queen
	king
	noKind
)

// letters are those of the kinds in a position string.
const letters = "PNBRQK"

func (k kind) letter() string { return letters[k : k+1] }

// The directions in which pieces move. The first four lead to greater squares.
var directions = [8][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}

// The sets of squares that a piece on a square attacks, and those in each direction from it, as on
// an empty board.
var (
	kingTo, knightTo [size * size]squares
	pawnTo           [2][size * size]squares
	rays             [8][size * size]squares
)

func init() {
	add := func(set *squares, q square, columns, rows int) bool {
		c := board.Cell{Column: q.column() + columns, Row: q.row() + rows}
		if !grid.Has(c) {
			return false
		}
		*set |= squareAt(c.Column, c.Row).only()
		return true
	}
	for q := range nowhere {
		for i, d := range directions {
			add(&kingTo[q], q, d[0], d[1])
			for n := 1; add(&rays[i][q], q, n*d[0], n*d[1]); n++ {
			}
		}
		for _, d := range [4][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}} {
			add(&knightTo[q], q, d[0], d[1])
			add(&knightTo[q], q, -d[0], -d[1])
		}
		for _, columns := range [2]int{-1, 1} {
			add(&pawnTo[white][q], q, columns, 1)
			add(&pawnTo[black][q], q, columns, -1)
		}
	}
}

// ray is the squares that a piece on q attacks in one direction: up to the first man, included.
func ray(direction int, q square, men squares) squares {
	to := rays[direction][q]
	hit := to & men
	if hit == 0 {
		return to
	}
	if direction < 4 {
		return to &^ rays[direction][hit.first()]
	}
	return to &^ rays[direction][63-bits.LeadingZeros64(uint64(hit))]
}

func straight(q square, men squares) squares {
	return ray(0, q, men) | ray(2, q, men) | ray(4, q, men) | ray(6, q, men)
}

func diagonal(q square, men squares) squares {
	return ray(1, q, men) | ray(3, q, men) | ray(5, q, men) | ray(7, q, men)
}

// reach is the squares that a piece of a kind other than a pawn attacks.
func reach(k kind, q square, men squares) squares {
	switch k {
	case knight:
		return knightTo[q]
	case bishop:
		return diagonal(q, men)
	case rook:
		return straight(q, men)
	case queen:
		return straight(q, men) | diagonal(q, men)
	case king:
		return kingTo[q]
	}
	return 0
}
