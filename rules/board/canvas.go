package board

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Canvas is a sheet of characters for a diagram, at first all spaces. It counts characters, not bytes.
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

// Clone is a copy, so that the part that is the same in every diagram is drawn once.
func (c *Canvas) Clone() *Canvas { return &Canvas{c.columns, slices.Clone(c.cells)} }

// Put writes a text from column x of line y, and cuts off what does not fit on the line.
func (c *Canvas) Put(x, y int, text string) {
	line := c.cells[y*c.columns : (y+1)*c.columns]
	for _, r := range text {
		if 0 <= x && x < len(line) {
			line[x] = r
		}
		x++
	}
}

// Center writes a text centred at column x of line y, or half a column to the left of it.
func (c *Canvas) Center(x, y int, text string) { c.Put(x-utf8.RuneCountInString(text)/2, y, text) }

// String is the lines without trailing spaces, each with a newline at its end.
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

// Wrap breaks a text into lines of at most width letters, each with a newline at its end.
func Wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		letters := utf8.RuneCountInString(word)
		if column > 0 && column+1+letters > width {
			b.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += letters
	}
	b.WriteByte('\n')
	return b.String()
}

// Indented is a sentence below a diagram: lines of at most 68 letters, four columns to the right.
func Indented(sentence string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(Wrap(sentence, 68), "\n"), "\n", "\n    ") + "\n"
}
