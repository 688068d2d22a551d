package command

import (
	"strings"

	"turnpost/templates"
)

// wordSet is words and phrases, folded.
type wordSet map[string]bool

// add puts words into a set, which may be nil.
func (s *wordSet) add(words []string) {
	if *s == nil {
		*s = wordSet{}
	}
	for _, word := range words {
		(*s)[word] = true
	}
}

// proseWords are the words of a line, folded, without the punctuation around them.
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

// phraseOf folds a phrase, without the punctuation around its words.
func phraseOf(text string) string { return strings.Join(proseWords(text), " ") }
