package templates

import (
	"regexp"
	"strings"
)

// prose reads a text that was set for plain mail: paragraphs that blank lines
// part, lines without an indent over an indented one as labels, lists behind
// hyphens, lists of a word and its explanation in columns, and sketches, which
// stay as they are.
func prose(text string) []block {
	var out []block
	for i, lines := range stanzas(text) {
		if i == 0 && len(lines) == 1 && columned(lines[0]) {
			out = append(out, block{Kind: label, Lines: []string{oneLine(lines[0])}})
			continue
		}
		if len(lines) > 1 && indent(lines[0]) == 0 && indent(lines[1]) > 0 && !columned(lines[0]) && !dashed(lines[0]) {
			out = append(out, block{Kind: label, Lines: lines[:1]})
			lines = lines[1:]
		}
		for _, lines := range dashes(lines) {
			out = append(out, passage(lines))
		}
	}
	return out
}

// stanzas are the lines between blank ones. Those that are far from the margin
// belong together: a sketch may have blank lines within.
func stanzas(text string) [][]string {
	const far = 6
	var out [][]string
	sketching := false
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n\n") {
		part = strings.Trim(part, "\n")
		if strings.TrimSpace(part) == "" {
			continue
		}
		lines := strings.Split(part, "\n")
		apart := margin(lines) >= far
		if apart && sketching {
			last := len(out) - 1
			out[last] = append(append(out[last], ""), lines...)
		} else {
			out = append(out, lines)
		}
		sketching = apart
	}
	return out
}

// dashes parts lines at the items of a list: each item with what is indented
// under it, and what stands before and behind the list.
func dashes(lines []string) [][]string {
	out := [][]string{nil}
	inItem := false
	for _, line := range lines {
		if dashed(line) || inItem && indent(line) == 0 {
			if inItem = dashed(line); len(out[len(out)-1]) > 0 {
				out = append(out, nil)
			}
		}
		last := len(out) - 1
		out[last] = append(out[last], line)
	}
	return out
}

func dashed(line string) bool { return strings.HasPrefix(line, "- ") }

// margin is how far the leftmost of some lines is indented.
func margin(lines []string) int {
	least := indent(lines[0])
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			least = min(least, indent(line))
		}
	}
	return least
}

// passage is the block that lines without a blank one are.
func passage(lines []string) block {
	if dashed(lines[0]) {
		return block{Kind: items, Items: []listItem{{Text: oneLine(strings.TrimPrefix(strings.Join(lines, " "), "- "))}}}
	}
	base, hanging := margin(lines), false
	for _, line := range lines {
		hanging = hanging || indent(line) > base
	}
	if b, ok := columns2(lines); ok {
		return b
	}
	for _, line := range lines {
		if columned(line) || indent(lines[0]) > 3 {
			for i := range lines {
				lines[i] = lines[i][min(base, len(lines[i])):]
			}
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
