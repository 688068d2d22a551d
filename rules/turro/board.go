package turro

import (
	"math/bits"

	"turnpost/rules"
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

func (f field) cell() board.Cell { return board.Cell{Column: f.column(), Row: f.row()} }
func (f field) String() string   { return f.cell().String() }

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
					if grid.Has(board.Cell{Column: c, Row: r}) && (c != column || r != row) {
						t[h][f] |= fieldAt(c, r).only()
					}
				}
			}
		}
	}
	return t
}

// colour is a side as one bit of a tower and as an array index.
type colour uint8

const (
	black colour = iota
	white
)

func (c colour) other() colour    { return c ^ 1 }
func (c colour) side() rules.Side { return rules.Side(c) + rules.Black }

// word is the name of the side in sentences.
func (c colour) word() rules.Word { return c.side().Word() }

// tower is the stones on one field: a leading one and below it one bit for each stone, the bottom
// stone highest. All 42 stones fit.
type tower uint64

// ground is a field without stones.
const ground tower = 1

func (t tower) height() int         { return bits.Len64(uint64(t)) - 1 }
func (t tower) push(c colour) tower { return t<<1 | tower(c) }
func (t tower) pop() tower          { return t >> 1 }

// top is the colour of the free stone. It is meaningless for ground.
func (t tower) top() colour { return colour(t & 1) }

// under is the colour of the stone n stones under the top.
func (t tower) under(n int) colour { return colour(t >> n & 1) }
