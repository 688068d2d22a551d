package templates

import (
	"strings"
	"unicode/utf8"
)

// fill breaks the lines of a text so that none is wider than so many columns, except for a
// single wide word. Each line of the text is a paragraph. A mark that French separates by a
// space stays on the line of its word.
func fill(columns int, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		width := 0
		words := strings.Fields(line)
		for i, word := range words {
			n := utf8.RuneCountInString(word)
			room := n // and what stays on its line
			for j := i + 1; j < len(words) && tied(words[j-1], words[j]); j++ {
				room += 1 + utf8.RuneCountInString(words[j])
			}
			switch {
			case width == 0:
			case width+1+room > columns && !tied(words[i-1], word):
				b.WriteByte('\n')
				width = 0
			default:
				b.WriteByte(' ')
				width++
			}
			b.WriteString(word)
			width += n
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// tied reports whether two words stay on one line: a mark that French separates by a space
// never begins a line, and a « never ends one.
func tied(word, next string) bool {
	return strings.HasSuffix(word, "«") || strings.HasPrefix(next, "»") || strings.Trim(next, ":;!?") == ""
}

// spaced are the spaces of French within which no line breaks, and those that hold.
var spaced = strings.NewReplacer(" :", "\u00a0:", " ;", "\u00a0;", " !", "\u00a0!", " ?", "\u00a0?", "« ", "«\u00a0",
	" »", "\u00a0»")

// tiedText is a text for a page, which breaks lines itself, with no-break spaces where fill does
// not break a line.
func tiedText(text string) string { return spaced.Replace(text) }
