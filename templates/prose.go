package templates

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// TextPassage is a part of a text that was written for plain mail, such as the rules of a game.
type TextPassage struct {
	// Kind is heading, paragraph, item, entry (a word and what it means: two lines), or
	// sketch, whose lines stay as they are.
	Kind  string
	Lines []string
}

// Passages reads such a text.
func Passages(text string) (out []TextPassage) {
	for _, b := range passages(text) {
		switch b := b.(type) {
		case *label:
			out = append(out, TextPassage{"heading", b.lines})
		case *items:
			for _, i := range b.list {
				out = append(out, TextPassage{"item", []string{i.text}})
			}
		case *entries:
			for _, e := range b.list {
				out = append(out, TextPassage{"entry", []string{e.word, e.text}})
			}
		case *paragraph:
			out = append(out, TextPassage{"paragraph", b.lines})
		case *sketch:
			out = append(out, TextPassage{"sketch", b.lines})
		}
	}
	return out
}

// passages reads a text that was written for plain mail: paragraphs between blank lines,
// labels (a line without an indent over an indented one), lists with hyphens, lists of words
// with explanations in two columns, and sketches, which stay as they are.
func passages(text string) []block {
	var out []block
	for i, lines := range stanzas(text) {
		if i == 0 && len(lines) == 1 && columned(lines[0]) {
			out = append(out, &label{[]string{oneLine(lines[0])}})
			continue
		}
		if len(lines) > 1 && indent(lines[0]) == 0 && indent(lines[1]) > 0 && !columned(lines[0]) && !dashed(lines[0]) {
			out = append(out, &label{lines[:1]})
			lines = lines[1:]
		}
		for _, lines := range dashes(lines) {
			out = append(out, passage(lines))
		}
	}
	return out
}

// stanzas are the lines between blank ones. Those that are far from the margin belong
// together: a sketch may have blank lines in it.
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

// withoutDrawings is a text without those of its stanzas that are drawn rather than written.
func withoutDrawings(text string) string {
	var kept []string
	for _, lines := range stanzas(text) {
		signs, letters := 0, 0 // letters of words
		for _, word := range strings.Fields(strings.Join(lines, " ")) {
			n := utf8.RuneCountInString(word)
			if signs += n; wholeWord.MatchString(word) {
				letters += n
			}
		}
		if 3*letters >= 2*signs {
			kept = append(kept, strings.Join(lines, "\n"))
		}
	}
	return strings.Join(kept, "\n\n")
}

var wholeWord = regexp.MustCompile(`\pL{2}`)

// dashes splits lines at the items of a list: each item with what is indented under it, and
// what is before and behind the list.
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

// passage is the block of lines without a blank one.
func passage(lines []string) block {
	if dashed(lines[0]) {
		return &items{[]item{{text: oneLine(strings.TrimPrefix(strings.Join(lines, " "), "- "))}}}
	}
	base, hanging := margin(lines), false
	for _, line := range lines {
		hanging = hanging || indent(line) > base
	}
	if list := inTwoColumns(lines); list != nil {
		return list
	}
	for _, line := range lines {
		if columned(line) || indent(lines[0]) > 3 {
			for i := range lines {
				lines[i] = lines[i][min(base, len(lines[i])):]
			}
			return sketched(strings.Join(lines, "\n"))
		}
	}
	b := &paragraph{}
	for i, line := range lines {
		words := oneLine(line)
		if i == 0 || hanging && indent(line) == base {
			b.lines = append(b.lines, words)
			continue
		}
		b.lines[len(b.lines)-1] += " " + words
	}
	return b
}

var inColumns = regexp.MustCompile(`^( *)(\S+(?: \S+)*)(  +)(\S+(?: \S+)*)$`)

// inTwoColumns reads a list of words and their explanations in two columns; nil: it is none.
func inTwoColumns(lines []string) *entries {
	b := &entries{}
	second := -1
	for _, line := range lines {
		m := inColumns.FindStringSubmatch(strings.TrimRight(line, " "))
		switch {
		case m != nil && (second < 0 || second == len(m[1]+m[2]+m[3])):
			second = len(m[1] + m[2] + m[3])
			b.list = append(b.list, entry{width: narrow, word: m[2], text: m[4]})
		case second > 0 && indent(line) == second && !columned(line):
			b.list[len(b.list)-1].text += " " + strings.TrimSpace(line)
		default:
			return nil
		}
	}
	return b
}

// columned reports whether a line has spaces within that set columns.
func columned(line string) bool { return strings.Contains(strings.TrimSpace(line), "  ") }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
