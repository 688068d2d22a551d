package plies

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates"
)

// MaxWords is how many words one ply may be written in: "b12 c o +".
const MaxWords = 4

// Stretches splits a line at spaces, after it was split into stretches at
// commas, semicolons, "and" and "then": a ply never goes from one to the next.
func Stretches(line string) (stretches [][]string) {
	var now []string
	end := func() {
		if len(now) > 0 {
			stretches = append(stretches, now)
		}
		now = nil
	}
	all := strings.Fields(line)
	for i, word := range all {
		if Connects(strings.ToLower(word), strings.Join(all[i+1:min(i+2, len(all))], "")) {
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

// Words lists the words of all stretches of a line, at most so many.
func Words(line string, most int) []string {
	words := slices.Concat(Stretches(line)...)
	return words[:min(most, len(words))]
}

// connecting are the words that stand between two plies, in any language; those
// of letters do so only before a letter.
type connecting struct{ always, ofLetters map[string]bool }

// connectingWords are read once from the words of commands.
var connectingWords = sync.OnceValue(func() connecting {
	c := connecting{map[string]bool{}, map[string]bool{}}
	words, _ := templates.Lexicons() // who reads commands at all has met the error
	for _, l := range words {
		for _, word := range l.Connectors {
			c.always[word] = true
		}
		for _, word := range l.ConnectorsOfLetters {
			c.ofLetters[word] = true
		}
	}
	return c
})

// Connects reports whether a word in lower case stands between two plies when
// next follows it. An Italian "e" does only before a letter: "e 4" may be a cell.
func Connects(word, next string) bool {
	words := connectingWords()
	if words.always[word] {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	return words.ofLetters[word] && unicode.IsLetter(r)
}

// HasForm reports whether a text begins with something of the form of a ply of
// g.
func HasForm(g rules.Game, text string) bool {
	if g.HasForm(text) {
		return true
	}
	stretches := Stretches(text)
	if len(stretches) == 0 {
		return false
	}
	words := stretches[0] // only the beginning decides
	for n := 1; n <= min(MaxWords, len(words)); n++ {
		if g.HasForm(strings.Join(words[:n], " ")) {
			return true
		}
	}
	return false
}

// Take reads one ply from the first of some words, as few of them as make one
// and MaxWords at most, and says how many. The error is that of the rules.
func Take(r *rules.Record, words []string) (m rules.Move, taken int, refused error) {
	for n := 1; n <= min(MaxWords, len(words)); n++ {
		m, err := r.Parse(strings.Join(words[:n], " "))
		if err == nil {
			return m, n, nil
		}
		if refused == nil || KindOf(refused) == rules.Unreadable {
			refused = err
		}
	}
	return "", 0, refused
}

// KindOf is why the rules refuse a text; Illegal for any other error.
func KindOf(err error) rules.Kind {
	if refusal, ok := errors.AsType[*rules.MoveError](err); ok {
		return refusal.Kind
	}
	return rules.Illegal
}
