package command

import (
	"strings"
	"unicode"
)

// How much words say about the language of a text.
const (
	commandTells = 3 // a command in the words of a language
	enough       = 2 // one common word alone is too little, but for the first of a letter, if it greets
)

// LanguageOf guesses in which language lines are written: the one of their command
// words, of a greeting, or else of the common words in them; "" where it does not
// show. What a game is called says nothing, nor does a command in English, which all
// may use.
func (r *Reader) LanguageOf(lines []string) string {
	score, greeted := map[string]int{}, false
	for _, line := range lines {
		line = withoutGames(r.games, line)
		if first := strings.FieldsFunc(line, notLetter); len(first) > 0 && !greeted {
			greeted = true
			score[vocabularyOf().greetings[plain(first[0])]]++ // "ciao" ends many a letter that is not Italian
		}
		weigh(r, line, score)
	}
	delete(score, "")
	best, most, second := "", enough-1, 0
	for lang, n := range score {
		switch {
		case n > most:
			best, most, second = lang, n, most
		case n > second:
			second = n
		}
	}
	if most <= second {
		return ""
	}
	return best
}

// weigh adds to each language what a line says for it.
func weigh(r *Reader, line string, score map[string]int) {
	c := r.Read(line, "")
	langs := c.Langs
	if len(langs) == 0 {
		langs = saidIn(line)
	}
	switch {
	case len(langs) > 0:
		for _, lang := range langs {
			score[lang] += commandTells
		}
	case c.Verb != "":
		score["en"]++
	}
	for _, word := range strings.FieldsFunc(line, notLetter) {
		word = plain(word)
		for lang, words := range vocabularyOf().common {
			if words[word] {
				score[lang]++
			}
		}
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }
