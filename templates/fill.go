package templates

import (
	"strings"
	"unicode/utf8"
)

// fill fills the lines of each paragraph, which ends with its line, with words: none is wider
// than so many columns, but for a word that alone is. A mark that French sets a space before
// or behind stays on the line of its word.
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

// tied reports whether two words stay on one line: a mark that French sets a space before
// never begins one, and a « never ends one.
func tied(word, next string) bool {
	return strings.HasSuffix(word, "«") || strings.HasPrefix(next, "»") || strings.Trim(next, ":;!?") == ""
}

// spaced are the spaces of French within which no line breaks, and those that hold.
var spaced = strings.NewReplacer(" :", "\u00a0:", " ;", "\u00a0;", " !", "\u00a0!", " ?", "\u00a0?", "« ", "«\u00a0", " »", "\u00a0»")

// tiedText is a text for a page that fills its lines itself, with spaces that hold where To
// breaks no line.
func tiedText(text string) string { return spaced.Replace(text) }
