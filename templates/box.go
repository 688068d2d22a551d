package templates

import "strings"

// redraw redraws a diagram of ASCII with lines: "-", "|", "+", "/" and "\" that
// touch each other become line characters, dots become middle dots. Whatever
// touches no line, such as the hyphen of "d3-d4" or the stop of a sentence,
// stays as it is, and so do the columns.
func redraw(diagram string) string {
	var grid [][]rune
	for line := range strings.SplitSeq(diagram, "\n") {
		grid = append(grid, []rune(line))
	}
	at := func(row, column int) rune {
		if row < 0 || row >= len(grid) || column < 0 || column >= len(grid[row]) {
			return ' '
		}
		return grid[row][column]
	}
	// is reports whether one of marks stands there.
	is := func(row, column int, marks string) bool { return strings.ContainsRune(marks, at(row, column)) }
	var b strings.Builder
	for row := range grid {
		if row > 0 {
			b.WriteByte('\n')
		}
		for column, c := range grid[row] {
			left, right := is(row, column-1, "-+"), is(row, column+1, "-+")
			up, down := is(row-1, column, "|+"), is(row+1, column, "|+")
			switch {
			case c == '-' && (left || right):
				c = '─'
			case c == '|' && (up || down || is(row-1, column+1, "/") || is(row-1, column-1, `\`) ||
				is(row+1, column-1, "/") || is(row+1, column+1, `\`)):
				c = '│'
			case c == '+':
				c = cornerOf(up, down, left, right)
			case c == '/' && (is(row-1, column+1, "/|") || is(row+1, column-1, "/|")):
				c = '╱'
			case c == '\\' && (is(row-1, column-1, `\|`) || is(row+1, column+1, `\|`)):
				c = '╲'
			case c == '.' && is(row, column-1, " ."):
				c = '·'
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}

// cornerOf is the line character that goes to these sides; a plus that no two
// lines meet at is none.
func cornerOf(up, down, left, right bool) rune {
	corners := []rune("+++│+┘┐┤+└┌├─┴┬┼")
	n := 0
	for i, goes := range []bool{up, down, left, right} {
		if goes {
			n |= 1 << i
		}
	}
	return corners[n]
}
