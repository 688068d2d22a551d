package roses

import (
	"math/bits"

	"turnpost/rules/board"
)

// cell is eight times its letter (a=1) plus its number.
type cell uint8

// The twenty cells.
const (
	a2, a3                 cell = 8 + 2, 8 + 3
	b2, b3, b4, b5         cell = 16 + 2, 16 + 3, 16 + 4, 16 + 5
	c2, c3, c4, c5         cell = 24 + 2, 24 + 3, 24 + 4, 24 + 5
	d3, d4, d5, d6         cell = 32 + 3, 32 + 4, 32 + 5, 32 + 6
	e3, e4, e5, e6, f5, f6 cell = 40 + 3, 40 + 4, 40 + 5, 40 + 6, 48 + 5, 48 + 6
)

// rows are the cells as the board is drawn, from Black's castle to White's.
var rows = [6][]cell{
	{b5},
	{a3, b4, c5, d6},
	{a2, b3, c4, d5, e6},
	{b2, c3, d4, e5, f6},
	{c2, d3, e4, f5},
	{e3},
}

// direction is the difference of two neighbouring cells.
type direction int8

const (
	east      direction = +9
	southEast direction = +8
	southWest direction = -1
	west                = -east
	northWest           = -southEast
	northEast           = -southWest
)

var (
	directions = [6]direction{east, southEast, southWest, west, northWest, northEast}
	// axes are the directions in which cells come in alphabetical order.
	axes = [3]direction{northEast, southEast, east}
)

// set is a set of cells: bit c stands for cell c.
type set uint64

const (
	whole   set = upper | lower
	upper   set = 1<<b5 | 1<<a3 | 1<<b4 | 1<<c5 | 1<<d6 | 1<<a2 | 1<<b3 | 1<<c4 | 1<<d5 | 1<<e6
	lower   set = 1<<b2 | 1<<c3 | 1<<d4 | 1<<e5 | 1<<f6 | 1<<c2 | 1<<d3 | 1<<e4 | 1<<f5 | 1<<e3
	red     set = 1<<c4 | 1<<d4
	castles set = 1<<b5 | 1<<e3
)

// shift moves every member one cell in direction d. Members that leave the board land outside it; the
// caller removes them by intersecting with a set of cells. No bit wraps, because cells are 10 to 54
// and a direction is at most 9.
func (s set) shift(d direction) set { return set(bits.RotateLeft64(uint64(s), int(d))) }

// has reports whether c is a member.
func (s set) has(c cell) bool { return s>>(c&63)&1 != 0 }

// first is the alphabetically first member of a set that is not empty.
func (s set) first() cell { return cell(bits.TrailingZeros64(uint64(s))) }

// around is the set of cells next to a member, and possibly bits outside the board.
func (s set) around() set {
	return s.shift(east) | s.shift(southEast) | s.shift(southWest) |
		s.shift(west) | s.shift(northWest) | s.shift(northEast)
}

// only is the set of one cell.
func (c cell) only() set { return 1 << (c & 63) }

// plus is the neighbour in direction d, which may be outside the board.
func (c cell) plus(d direction) cell { return cell(int8(c) + int8(d)) }

// isRed reports whether no soldier may be dropped on c.
func (c cell) isRed() bool { return red.has(c) }

// String is the cell's name: "d4".
func (c cell) String() string { return string(c.append(nil)) }

func (c cell) append(b []byte) []byte { return append(b, 'a'-1+byte(c>>3), '0'+byte(c&7)) }

// cellNamed is the inverse of String; ok is false if there is no such cell.
func cellNamed(name string) (c cell, ok bool) {
	at, ok := board.ParseCell(name)
	if !ok || at.Column > 5 || at.Row > 5 { // f6 is the last
		return 0, false
	}
	c = cell(at.Column+1)<<3 | cell(at.Row+1)
	return c, whole.has(c)
}

// between is the direction and the length in cells of the straight line from one cell to another. The
// length is 0 if there is no such line.
func between(from, to cell) (direction, int) {
	for _, d := range directions {
		c := from
		for n := 1; ; n++ {
			if c = c.plus(d); !whole.has(c) {
				break
			}
			if c == to {
				return d, n
			}
		}
	}
	return 0, 0
}

// count is the number of members.
func (s set) count() int { return bits.OnesCount64(uint64(s)) }
