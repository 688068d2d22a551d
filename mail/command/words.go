package command

import (
	"strings"

	"turnpost/templates"
)

// wordSet is a set of folded words and phrases.
type wordSet map[string]bool

// add adds words to a set, which may be nil.
func (s *wordSet) add(words []string) {
	if *s == nil {
		*s = wordSet{}
	}
	for _, word := range words {
		(*s)[word] = true
	}
}

// proseWords returns the folded words of a line, without the punctuation around them.
func proseWords(line string) []string {
	fields := strings.Fields(line)
	out := fields[:0]
	for _, w := range fields {
		w = strings.Trim(strings.ReplaceAll(w, "’", "'"), ".,;:!?()[]\"“”„«»*_…-–—")
		if w != "" {
			out = append(out, templates.Fold(w))
		}
	}
	return out
}

func firstProseWord(line string) string {
	if words := proseWords(line); len(words) > 0 {
		return words[0]
	}
	return ""
}

// phraseOf returns the folded words of a text, joined by spaces.
func phraseOf(text string) string { return strings.Join(proseWords(text), " ") }
