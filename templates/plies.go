package templates

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// setMoves sets the numbered legal plies in columns, one block a group, behind
// the gutter. A short title stands before its block, a long one above it.
func setMoves(groups []Group) string {
	digits, cell, title := 1, 1, 0
	for _, g := range groups {
		title = max(title, utf8.RuneCountInString(g.Title))
		for _, m := range g.Moves {
			digits = max(digits, len(fmt.Sprint(m.N)))
			cell = max(cell, len(m.Move))
		}
	}
	indent := title + 2
	above := title > 16
	if above {
		indent = 2
	}
	width := digits + 1 + cell
	perLine := max(1, (columns-2-indent+2)/(width+2))
	var b strings.Builder
	for _, g := range groups {
		lead := fmt.Sprintf("%-*s", indent, g.Title)
		if above {
			b.WriteString(g.Title + "\n")
			lead = strings.Repeat(" ", indent)
		}
		for i, m := range g.Moves {
			if i%perLine == 0 {
				if i > 0 {
					b.WriteByte('\n')
					lead = strings.Repeat(" ", indent)
				}
				b.WriteString(lead)
			} else {
				b.WriteString("  ")
			}
			fmt.Fprintf(&b, "%*d %-*s", digits, m.N, cell, m.Move)
		}
		b.WriteByte('\n')
	}
	return gutter(b.String())
}

// setPlies sets numbered plies in lines behind the gutter.
func setPlies(plies []Ply) string {
	width := 0
	for _, p := range plies {
		width = max(width, len(fmt.Sprintf("%d. %s", p.N, p.Move)))
	}
	perLine := max(1, (columns-2)/(width+2))
	// An even number, so that a side keeps its columns.
	if perLine > 1 {
		perLine -= perLine % 2
	}
	perLine = min(perLine, 8)
	var b strings.Builder
	for i, p := range plies {
		if i > 0 && i%perLine == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-*s", width+2, fmt.Sprintf("%d. %s", p.N, p.Move))
	}
	return gutter(b.String())
}

// timedPlies sets numbered plies with the time of each, a line each.
func timedPlies(plies []Ply, colour func(string) (string, error)) (string, error) {
	width, widest, sides := 0, 0, map[string]string{}
	for _, p := range plies {
		width = max(width, len(p.Move))
		if _, ok := sides[p.Side]; !ok {
			var err error
			if sides[p.Side], err = colour(p.Side); err != nil {
				return "", err
			}
			widest = max(widest, utf8.RuneCountInString(sides[p.Side]))
		}
	}
	var b strings.Builder
	for _, p := range plies {
		fmt.Fprintf(&b, "%4d. %-*s  %-*s  %s\n", p.N, widest, sides[p.Side], width, p.Move, p.At.Format("2006-01-02 15:04"))
	}
	return b.String(), nil
}
