package templates

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// columns is the widest line that we set ourselves, gutter included.
const columns = 74

// maxEcho is how many lines of ours one line of a player's may take.
const maxEcho = 5

// echo sets a line that a player wrote, of whatever length, behind the gutter.
func echo(line string) string {
	lines := strings.Split(pieces(line), "\n")
	if len(lines) > maxEcho {
		lines = append(lines[:maxEcho-1], "...")
	}
	return gutter(strings.Join(lines, "\n"))
}

// pieces fills lines with a player's, whose words may be longer than they.
func pieces(line string) string {
	var pieces []string
	for _, word := range strings.Fields(line) {
		r := []rune(word)
		for ; len(r) > columns-2; r = r[columns-2:] {
			pieces = append(pieces, string(r[:columns-2]))
		}
		pieces = append(pieces, string(r))
	}
	return wrap(strings.Join(pieces, " "))
}

// entry sets a word and its explanation in two columns behind the gutter.
func entry(width int, word, explanation string) string {
	var b strings.Builder
	if utf8.RuneCountInString(word) > width {
		b.WriteString(word + "\n")
		word = ""
	}
	for line := range strings.SplitSeq(fill(columns-2-width-2, explanation), "\n") {
		fmt.Fprintf(&b, "%-*s  %s\n", width, word, line)
		word = ""
	}
	return gutter(b.String())
}

// named says the cells of a row that name somebody who was erased, or a robot.
func (l *locale) named(cells []any) []any {
	for i, cell := range cells {
		if name, ok := cell.(string); ok {
			if own, special := l.special(name); special {
				cells[i] = own
			}
		}
	}
	return cells
}

// row sets cells in columns of such widths behind the gutter.
func row(widths string, cells ...any) (string, error) {
	fields := strings.Fields(widths)
	if len(fields) != len(cells) {
		return "", fmt.Errorf("a row of %d cells has %d widths", len(cells), len(fields))
	}
	var b strings.Builder
	for i, cell := range cells {
		width, err := strconv.Atoi(fields[i])
		if err != nil {
			return "", fmt.Errorf("the width of a cell: %w", err)
		}
		if i > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%*s", -width, fmt.Sprint(cell))
	}
	return gutter(b.String()), nil
}

// gutter sets a text behind "| ": our own lines, never a player's.
func gutter(text string) string { return prefix("| ", text) }

func prefix(mark, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap fills the paragraphs of a text.
func wrap(text string) string { return fill(columns-2, text) }
