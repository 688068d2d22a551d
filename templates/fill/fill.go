// Package fill sets plain text in lines.
package fill

import (
	"strings"
	"unicode/utf8"
)

// To fills the lines of each paragraph, which ends with its line, with words: none is wider
// than so many columns, but for a word that alone is. A mark that French sets a space before
// stays on the line of its word.
func To(columns int, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		width := 0
		words := strings.Fields(line)
		for i, word := range words {
			n := utf8.RuneCountInString(word)
			room := n // and what closes it, as French has it, stays on its line
			for _, next := range words[i+1:] {
				if !closes(next) {
					break
				}
				room += 1 + utf8.RuneCountInString(next)
			}
			switch {
			case width == 0:
			case width+1+room > columns && !closes(word):
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

// closes reports whether a word is a mark that French sets a space before: it
// never begins a line.
func closes(word string) bool { return strings.Trim(word, ":;!?") == "" }
