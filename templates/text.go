package templates

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// columns is the width of the widest line that we set ourselves, gutter included.
const columns = 74

// maxEcho is how many lines of plain text one line of a player's may take.
const maxEcho = 5

// gutter stands before boards, lists and commands in plain text, so that a reader of replies
// can tell them from a player's own lines even where a mail program quotes without a mark.
const gutter = "| "

// plainText renders blocks as plain text.
type plainText struct {
	in     *locale
	lines  bool   // boards are drawn with line characters
	gutter string // empty for readers who listen: they would hear a bar before each line
}

// blocks renders blocks. Each begins on a line of its own.
func (r plainText) blocks(list []placed) string {
	var b strings.Builder
	afterList := false
	for _, p := range list {
		text, said := r.block(p.block)
		switch _, isTaps := p.block.(*taps); {
		case isTaps && !said && afterList:
		case p.apart, !said:
			b.WriteString("\n\n")
		default:
			b.WriteByte('\n')
		}
		b.WriteString(text)
		_, afterList = p.block.(*items)
	}
	return strings.Trim(b.String(), "\n")
}

// block renders one block. Plain text has no word of some.
func (r plainText) block(b block) (text string, said bool) {
	switch b := b.(type) {
	case *para:
		return stack(b.texts, wrap), true
	case *items:
		return stack(b.list, func(i item) string {
			var lines []string
			if i.text != "" {
				lines = append(lines, r.set(wrap(i.text)))
			}
			for _, s := range i.sub {
				lines = append(lines, prefix(r.gutter+"    ", fill(columns-6, s)))
			}
			return strings.Join(lines, "\n")
		}), true
	case *entries:
		return stack(b.list, r.entry), true
	case *taps:
		if !b.spelled {
			return "", false
		}
		return stack(b.commands, r.set), true
	case *forms:
		return stack(b.list, r.set), true
	case *table:
		return stack(b.rows, func(cells []string) string { return r.row(b.columns, cells) }), true
	case *quote:
		return prefix("> ", wrap(b.text)), true
	case *echo:
		return stack(b.lines, func(line string) string { return r.set(echoed(line, b.whole)) }), true
	case *position:
		return r.board(b.Board), b.Diagram != ""
	case *cards:
		return stack(b.list, r.card), true
	case *choice:
		if b.unlisted {
			return "", false
		}
		if inRows(b.groups) {
			return r.set(cellRows(r.in, b.groups)), true
		}
		return r.set(movesInColumns(b.groups)), true
	case *choiceInWords:
		return stack(b.list, func(m moveInWords) string { return r.set(wrap(m.text)) }), true
	case *plies:
		if b.timed {
			return r.set(r.in.timedPlies(b.list)), true
		}
		return r.set(pliesInColumns(b.list)), true
	case *prose:
		return r.set(b.text), true
	case *verbatim:
		return r.set(b.text), true
	}
	return "", false // a figure
}

// set puts lines behind the gutter: our own lines, never a player's.
func (r plainText) set(text string) string { return prefix(r.gutter, text) }

// stack renders the parts of a block, one below the other.
func stack[T any](list []T, render func(T) string) string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = render(t)
	}
	return strings.Join(out, "\n")
}

// entry sets a word and its explanation in two columns.
func (r plainText) entry(e entry) string {
	var b strings.Builder
	word := e.word
	if utf8.RuneCountInString(word) > e.width {
		b.WriteString(word + "\n")
		word = ""
	}
	for line := range strings.SplitSeq(fill(columns-2-e.width-2, e.text), "\n") {
		fmt.Fprintf(&b, "%-*s  %s\n", e.width, word, line)
		word = ""
	}
	return r.set(b.String())
}

// row sets the cells of a table in columns.
func (r plainText) row(columns []int, cells []string) string {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%*s", -columns[i], cell)
	}
	return r.set(b.String())
}

func (r plainText) board(b Board) string {
	text := b.Diagram
	if r.lines {
		text = redraw(text)
	}
	return r.set(text)
}

func (r plainText) card(c card) string {
	text := r.set(wrap(c.text))
	if c.Diagram == "" {
		return text
	}
	bar := strings.TrimRight(r.gutter, " ")
	return text + "\n" + bar + "\n" + r.board(c.Board) + "\n" + bar
}

// echoed fills lines with a player's, whose words may be longer than a line.
func echoed(line string, whole bool) string {
	var pieces []string
	for _, word := range strings.Fields(line) {
		r := []rune(word)
		for ; len(r) > columns-2; r = r[columns-2:] {
			pieces = append(pieces, string(r[:columns-2]))
		}
		pieces = append(pieces, string(r))
	}
	lines := strings.Split(wrap(strings.Join(pieces, " ")), "\n")
	if !whole && len(lines) > maxEcho {
		lines = append(lines[:maxEcho-1], "...")
	}
	return strings.Join(lines, "\n")
}

// prefix puts a mark before each line, without spaces at its end.
func prefix(mark, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap fills the paragraphs of a text.
func wrap(text string) string { return fill(columns-2, text) }

// movesInColumns sets the numbered legal plies in columns, one group after the other. A short
// title stands before its group, a long one above it.
func movesInColumns(groups []MoveGroup) string {
	digits, cell, title := 1, 1, 0
	for _, g := range groups {
		title = max(title, utf8.RuneCountInString(g.Title))
		for _, m := range g.Moves {
			digits = max(digits, len(fmt.Sprint(m.N)))
			cell = max(cell, utf8.RuneCountInString(m.Shown()))
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
			fmt.Fprintf(&b, "%*d %-*s", digits, m.N, cell, m.Shown())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// pliesInColumns sets numbered plies in lines.
func pliesInColumns(list []Ply) string {
	width := 0
	for _, p := range list {
		width = max(width, len(numberedPly(p)))
	}
	perLine := max(1, (columns-2)/(width+2))
	// An even number, so that a side keeps its columns.
	if perLine > 1 {
		perLine -= perLine % 2
	}
	perLine = min(perLine, 8)
	var b strings.Builder
	for i, p := range list {
		if i > 0 && i%perLine == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-*s", width+2, numberedPly(p))
	}
	return b.String()
}

func numberedPly(p Ply) string { return fmt.Sprintf("%d. %s", p.N, p.Move) }

// timedPlies sets numbered plies with the time of each, one a line.
func (l *locale) timedPlies(list []Ply) string {
	width, widest := 0, 0
	for _, p := range list {
		width, widest = max(width, len(p.Move)), max(widest, utf8.RuneCountInString(l.side(p.Side)))
	}
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%4d. %-*s  %-*s  %s\n", p.N, widest, l.side(p.Side), width, p.Move,
			p.At.Format("2006-01-02 15:04"))
	}
	return b.String()
}

// tidy removes trailing spaces, except of the signature mark, and folds blank lines.
func tidy(s string) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if line != signatureMark {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" && len(out) > 0 && out[len(out)-1] == "" {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

const signatureMark = "-- "

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
