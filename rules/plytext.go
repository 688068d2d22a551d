package rules

import (
	"errors"
	"slices"
	"strings"
)

// MaxPlyWords is how many words one ply may be written in: "b12 c o +".
const MaxPlyWords = 4

// Stretches splits a line into the parts between commas, semicolons, "and", "then"
// and "&", and each part into words. A ply never goes from one part to the next.
// Package command puts the connecting words of other languages into English.
func Stretches(line string) (stretches [][]string) {
	var now []string
	end := func() {
		if len(now) > 0 {
			stretches = append(stretches, now)
		}
		now = nil
	}
	for _, word := range strings.Fields(line) {
		if connects(word) {
			end()
			continue
		}
		for i, part := range strings.FieldsFunc(word, func(r rune) bool { return r == ',' || r == ';' }) {
			if i > 0 {
				end()
			}
			now = append(now, part)
		}
		if strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
			end()
		}
	}
	end()
	return stretches
}

// PlyWords lists the words of all stretches of a line, at most so many.
func PlyWords(line string, most int) []string {
	words := slices.Concat(Stretches(line)...)
	return words[:min(most, len(words))]
}

// connects reports whether a word stands between two plies.
func connects(word string) bool {
	switch strings.ToLower(word) {
	case "and", "then", "&":
		return true
	}
	return false
}

// BeginsWithPly reports whether a text begins with something of the form of a ply of
// g.
func BeginsWithPly(g Game, text string) bool {
	if g.HasForm(text) {
		return true
	}
	stretches := Stretches(text)
	if len(stretches) == 0 {
		return false
	}
	words := stretches[0] // only the beginning decides
	for n := 1; n <= min(MaxPlyWords, len(words)); n++ {
		if g.HasForm(strings.Join(words[:n], " ")) {
			return true
		}
	}
	return false
}

// TakePly reads one ply from the first of some words, as few of them as make one
// and MaxWords at most, and says how many. The error is that of the rules.
func TakePly(r *Record, words []string) (m Move, taken int, refused error) {
	for n := 1; n <= min(MaxPlyWords, len(words)); n++ {
		m, err := r.Parse(strings.Join(words[:n], " "))
		if err == nil {
			return m, n, nil
		}
		if refused == nil || KindOf(refused) == Unreadable {
			refused = err
		}
	}
	return "", 0, refused
}

// KindOf is why the rules refuse a text; Illegal for any other error.
func KindOf(err error) Kind {
	if refusal, ok := errors.AsType[*MoveError](err); ok {
		return refusal.Kind
	}
	return Illegal
}
