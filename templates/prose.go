package templates

import (
	"regexp"
	"strings"
)

// prose reads a text that was set for plain mail: paragraphs that blank lines
// part, lines without an indent over an indented one as labels, lists of a word
// and its explanation in columns, and sketches, which stay as they are.
func prose(text string) []block {
	var out []block
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n\n") {
		part = strings.Trim(part, "\n")
		if strings.TrimSpace(part) == "" {
			continue
		}
		lines := strings.Split(part, "\n")
		if len(lines) > 1 && indent(lines[0]) == 0 && indent(lines[1]) > 0 && !columned(lines[0]) {
			out = append(out, block{Kind: label, Lines: lines[:1]})
			lines = lines[1:]
		}
		out = append(out, passage(lines))
	}
	return out
}

// passage is the block that lines without a blank one are.
func passage(lines []string) block {
	base := indent(lines[0])
	hanging := false
	for _, line := range lines {
		base = min(base, indent(line))
	}
	for _, line := range lines {
		hanging = hanging || indent(line) > base
	}
	if b, ok := columns2(lines); ok {
		return b
	}
	for _, line := range lines {
		if columned(line) || indent(lines[0]) > 3 {
			return sketched(strings.Join(lines, "\n"))
		}
	}
	b := block{Kind: paragraph}
	for i, line := range lines {
		words := oneLine(line)
		if i == 0 || hanging && indent(line) == base {
			b.Lines = append(b.Lines, words)
			continue
		}
		b.Lines[len(b.Lines)-1] += " " + words
	}
	return b
}

var inColumns = regexp.MustCompile(`^( *)(\S+(?: \S+)*)(  +)(\S+(?: \S+)*)$`)

// columns2 reads a list of words and their explanations in two columns.
func columns2(lines []string) (block, bool) {
	b := block{Kind: entries, Narrow: true}
	second := -1
	for _, line := range lines {
		m := inColumns.FindStringSubmatch(strings.TrimRight(line, " "))
		switch {
		case m != nil && (second < 0 || second == len(m[1]+m[2]+m[3])):
			second = len(m[1] + m[2] + m[3])
			b.Entries = append(b.Entries, listEntry{Word: m[2], Text: m[4]})
			b.Narrow = b.Narrow && len(m[2]) <= narrow
		case second > 0 && indent(line) == second && !columned(line):
			b.Entries[len(b.Entries)-1].Text += " " + strings.TrimSpace(line)
		default:
			return block{}, false
		}
	}
	return b, true
}

// columned reports whether a line has spaces within that set columns.
func columned(line string) bool { return strings.Contains(strings.TrimSpace(line), "  ") }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
