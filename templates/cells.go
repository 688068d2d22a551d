package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// inRows reports whether plies have no numbers, because their names are easier to find.
func inRows(groups []MoveGroup) bool {
	return len(groups) > 0 && groups[0].Moves[0].N == 0
}

// cellRows is the plies of groups of cells, a line for each: "a: 1-11 but 4". Plies that are no cells stand
// as they are.
func cellRows(in *locale, groups []MoveGroup) string {
	but, err := in.say("turn.but")
	if err != nil {
		but = "-"
	}
	var lines []string
	for _, g := range groups {
		var rows []int
		var words []string
		for _, m := range g.Moves {
			if n, err := strconv.Atoi(strings.TrimPrefix(m.Move, g.Title)); err == nil && g.Title != "" {
				rows = append(rows, n)
			} else {
				words = append(words, m.Move)
			}
		}
		if len(rows) > 0 {
			words = append(words, g.Title+": "+ranges(rows, but))
		}
		lines = append(lines, words...)
	}
	return strings.Join(lines, "\n")
}

// ranges is numbers in short: "1-3, 5-11", or "1-11 but 4" where few are missing.
func ranges(numbers []int, but string) string {
	slices.Sort(numbers)
	var parts, gaps []string
	missing := 0
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		parts = append(parts, span(numbers[i], numbers[j]))
		if j+1 < len(numbers) {
			gaps = append(gaps, span(numbers[j]+1, numbers[j+1]-1))
			missing += numbers[j+1] - numbers[j] - 1
		}
		i = j + 1
	}
	if missing > 0 && 2*missing <= len(numbers) {
		return span(numbers[0], numbers[len(numbers)-1]) + " " + but + " " + strings.Join(gaps, ", ")
	}
	return strings.Join(parts, ", ")
}

func span(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// The measures of a board of links, in pixels. It is as wide as a telephone of 375 shows, with 16 on both
// sides; a skewed one has less to the right.
const (
	tableWidth = 343
	widestCell = 42
	skewedCell = 26
	skew       = 5
)

// cellTable writes a board of which each cell that can be chosen is a link. Its colours and sizes are those of
// a class, and without style sheets it is a table with lines. The other plies, and a list of the cells,
// stand below.
func (p *page) cellTable(c *choice) {
	legal := map[string]bool{}
	for _, g := range c.groups {
		for _, m := range g.Moves {
			legal[m.Move] = true
		}
	}
	columns := len(c.table.Rows[0])
	size := min(widestCell, (tableWidth-1)/columns)
	if c.table.Skewed {
		size = skewedCell
	}
	p.explainOnce("turn.tap-cell")
	begin := func(shift int) {
		p.html("<table class=\"b\" border=\"1\" cellpadding=\"0\" cellspacing=\"0\" width=\"%d\" style=\"margin:0 0 0 %dpx;line-height:%dpx\">\n",
			size*columns, shift, size-1)
	}
	for y, row := range c.table.Rows {
		switch {
		case y == 0:
			begin(0)
		case c.table.Skewed: // each row is a table of its own
			p.html("</table>\n")
			begin(y * skew)
		}
		p.html("<tr>")
		for _, cell := range row {
			p.cell(c, cell, legal[cell.Move])
			delete(legal, cell.Move)
		}
		p.html("</tr>\n")
	}
	p.html("</table>\n")
	var others []string
	for _, g := range c.groups {
		for _, m := range g.Moves {
			if legal[m.Move] {
				others = append(others, c.prefix+m.Move)
			}
		}
	}
	if len(others) > 0 {
		p.taps(&taps{commands: others})
	}
	summary, err := p.in.say("turn.cells")
	p.errs = append(p.errs, err)
	p.html("<details style=\"margin:8px 0 12px\"><summary class=\"m\" style=\"line-height:32px\">%s</summary>\n",
		summary)
	for line := range strings.SplitSeq(cellRows(p.in, c.groups), "\n") {
		p.html("%s<br>\n", line)
	}
	p.html("</details>\n")
}

// cell writes one cell: a link, or what stands there.
func (p *page) cell(c *choice, cell TableCell, legal bool) {
	class := ""
	if cell.Last {
		class = ` class="l"`
	}
	switch {
	case legal:
		fmt.Fprintf(&p.b, "<td%s>", class)
		p.html(`<a href="mailto:%s">%s</a></td>`, p.to.to(c.prefix+cell.Move), cell.Move)
	case cell.Side == "black":
		fmt.Fprintf(&p.b, "<td%s>●</td>", class)
	case cell.Side == "white":
		fmt.Fprintf(&p.b, "<td%s>○</td>", class)
	default:
		fmt.Fprintf(&p.b, "<td%s>&nbsp;</td>", class)
	}
}
