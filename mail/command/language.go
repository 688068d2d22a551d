package command

import (
	"strings"
	"unicode"

	"turnpost/templates"
)

// Points that words give to the language of a text.
const (
	commandTells = 3 // a command in the words of the language
	enough       = 2 // the least that decides: one common word does not, but a greeting does
)

// LanguageOf guesses the language of lines by their commands, a greeting and frequent words;
// "" if they do not show it. Names of games tell nothing, nor do commands in English, which
// everybody may use.
func (r *Reader) LanguageOf(lines []string) string {
	score, greeted := map[string]int{}, false
	for _, line := range lines {
		line = withoutGames(r.games, line)
		if first := strings.FieldsFunc(line, notLetter); len(first) > 0 && !greeted {
			greeted = true
			// only the first word: "ciao" also ends messages in other languages
			score[vocabularyOf().greetings[plain(first[0])]]++
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

// weigh adds the points of a line to each language.
func weigh(r *Reader, line string, score map[string]int) {
	c := r.Read(line, "")
	if lang, ok := templates.LanguageNames()[strings.ToLower(strings.Trim(line, " .!?"))]; ok {
		score[lang] += commandTells // nothing but its name: "français"
		return
	}
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
