package command

import (
	"slices"
	"sync"

	"turnpost/templates"
)

// vocabulary holds words of all languages that are not commands.
type vocabulary struct {
	common    map[string]wordSet  // by language: frequent words that distinguish it
	greetings map[string]string   // first word of a greeting -> its language; "": several have it
	said      map[string][]string // phrase that means a command -> its languages
	openings  []string            // of first lines of our messages, before the reader's name
}

// vocabularyOf returns the embedded vocabulary. If it could not be read, NewReader returned
// an error.
var vocabularyOf = sync.OnceValue(func() vocabulary {
	v := vocabulary{common: map[string]wordSet{}, greetings: map[string]string{}, said: map[string][]string{}}
	words, _ := templates.Lexicons()
	for _, l := range words {
		var common wordSet
		common.add(l.Common)
		v.common[l.Lang] = common
		for _, word := range l.Prose.Greeting {
			if !common[word] {
				continue // "also", "well": they begin more than greetings
			}
			if other, ok := v.greetings[word]; ok && other != l.Lang {
				v.greetings[word] = "" // of several
			} else {
				v.greetings[word] = l.Lang
			}
		}
		for phrase := range l.Said.Verbs {
			v.said[phrase] = append(v.said[phrase], l.Lang)
		}
		v.openings = append(v.openings, l.Openings...)
	}
	return v
})

// saidIn returns the languages in which a line is a phrase for a command, such as
// "j'accepte"; none if English has it too.
func saidIn(line string) []string {
	langs := vocabularyOf().said[phraseOf(line)]
	if slices.Contains(langs, "en") {
		return nil
	}
	return langs
}

// Openings returns how first lines of our messages begin before a comma and the reader's
// name, in lower case.
func Openings() []string { return vocabularyOf().openings }
