package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

// Fields splits a position string at single spaces into the fields with these names.
func Fields(text string, names ...string) ([]string, error) {
	fields := strings.Split(text, " ")
	if len(fields) != len(names) {
		return nil, fmt.Errorf("a position is %d fields with one space between (%s), not %d", len(names),
			strings.Join(names, ", "), len(fields))
	}
	return fields, nil
}

// ParseTurn reads the field of the side to move, which is its letter.
func ParseTurn(field string) (rules.Side, error) {
	side, ok := rules.ParseSide(field)
	if !ok || side.Letter() != field {
		return rules.None, fmt.Errorf("the side to move is b or w, not %q", field)
	}
	return side, nil
}

// ParseNumber reads the field of a number, which is called name in errors.
func ParseNumber(name, field string, least, most int) (int, error) {
	n, err := strconv.Atoi(field)
	if err != nil || n < least || n > most || strconv.Itoa(n) != field {
		return 0, fmt.Errorf("%s is a number from %d to %d, not %q", name, least, most, field)
	}
	return n, nil
}

// SplitRows splits the rows of a board, which are joined by slashes, into the texts of their cells,
// with between in the middle of two cells. lengths are the numbers of cells of the rows.
func SplitRows(text, between string, lengths ...int) ([][]string, error) {
	rows := strings.Split(text, "/")
	if len(rows) != len(lengths) {
		return nil, fmt.Errorf("the board has %d rows with slashes between, not %d", len(lengths), len(rows))
	}
	cells := make([][]string, len(rows))
	for i, row := range rows {
		if cells[i] = strings.Split(row, between); len(cells[i]) != lengths[i] {
			return nil, fmt.Errorf("row %d of the text has %d cells, not %d: %q", i+1, len(cells[i]), lengths[i], row)
		}
	}
	return cells, nil
}

// Text writes the cells of a board from the top row down, as Read reads them.
func (g Grid) Text(between string, cell func(Cell) string) string {
	var b strings.Builder
	for c := range g.All(rules.Black) {
		x, y := g.Seen(c, rules.Black)
		switch {
		case x > 0:
			b.WriteString(between)
		case y > 0:
			b.WriteByte('/')
		}
		b.WriteString(cell(c))
	}
	return b.String()
}

// Read splits the rows of a board, from the top row down, and calls each with the text of each cell.
func (g Grid) Read(text, between string, each func(c Cell, text string) error) error {
	rows, err := SplitRows(text, between, slices.Repeat([]int{g.Columns}, g.Rows)...)
	if err != nil {
		return err
	}
	for c := range g.All(rules.Black) {
		_, y := g.Seen(c, rules.Black)
		if err := each(c, rows[y][c.Column]); err != nil {
			return err
		}
	}
	return nil
}
