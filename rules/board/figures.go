package board

import (
	"strings"
	"unicode"
)

// The figures of pieces in Unicode, for diagrams in which letters stand for them.
const (
	BlackDisc = '●'
	WhiteDisc = '○'
	BlackKing = '♚'
	WhiteKing = '♔'
)

// Figures draws pieces in a diagram where letters stand for them, and moves no column.
// A letter stands for a piece where all letters beside it do: "X4", "<X>", "oxx"; but
// not where it is a word of a sentence, as the Italian "o" is.
func Figures(diagram string, figures map[rune]rune) string {
	text := []rune(diagram)
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		all := true
		for ; end < len(text) && unicode.IsLetter(text[end]); end++ {
			all = all && figures[text[end]] != 0
		}
		word := end == i+1 && at(end) == ' ' && unicode.IsLower(at(end+1)) && at(i-1) == ' '
		for ; i < end; i++ {
			if all && !word {
				b.WriteRune(figures[text[i]])
			} else {
				b.WriteRune(text[i])
			}
		}
		if i < len(text) {
			b.WriteRune(text[i])
			i++
		}
	}
	return b.String()
}
