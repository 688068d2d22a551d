package board

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Canvas is a diagram in the making: a sheet of characters, all of them spaces
// at first.
type Canvas struct {
	columns int
	cells   []rune // line by line
}

// NewCanvas is an empty canvas.
func NewCanvas(columns, lines int) *Canvas {
	c := &Canvas{columns: columns, cells: make([]rune, columns*lines)}
	for i := range c.cells {
		c.cells[i] = ' '
	}
	return c
}

// Clone is a canvas of its own with the same characters, so that what is the same
// in every diagram is drawn once.
func (c *Canvas) Clone() *Canvas { return &Canvas{c.columns, slices.Clone(c.cells)} }

// Put writes a text from column x of line y on. What does not fit on the line is
// cut off.
func (c *Canvas) Put(x, y int, text string) {
	line := c.cells[y*c.columns : (y+1)*c.columns]
	for _, r := range text {
		if 0 <= x && x < len(line) {
			line[x] = r
		}
		x++
	}
}

// Center writes a text around column x of line y. Of an even number of letters,
// one more is to the left.
func (c *Canvas) Center(x, y int, text string) { c.Put(x-utf8.RuneCountInString(text)/2, y, text) }

// String is the lines without trailing spaces, each ended by a newline.
func (c *Canvas) String() string {
	var b strings.Builder
	b.Grow(len(c.cells))
	for line := range slices.Chunk(c.cells, c.columns) {
		end := len(line)
		for end > 0 && line[end-1] == ' ' {
			end--
		}
		for _, r := range line[:end] {
			b.WriteRune(r)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
