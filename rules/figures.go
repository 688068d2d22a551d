package rules

import (
	"strings"
	"unicode"
)

// Figured is a diagram with the game's Figures in place of the letters of pieces; no column
// moves. A letter stands for a piece where all letters beside it do: "X4", "<X>", "oxx";
// but not where it is a word of a sentence, as the Italian "o" is.
func (g Game) Figured(diagram string) string {
	figures := g.Figures
	if figures == nil {
		return diagram
	}
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
