package command

import (
	"slices"
	"sync"

	"turnpost/templates"
)

// vocabulary is the words of all languages that are no commands.
type vocabulary struct {
	conditional wordSet             // begin a line in which somebody means "if"
	common      map[string]wordSet  // by language: what tells it from the others
	greetings   map[string]string   // a word that begins a greeting in one language alone -> that language
	said        map[string][]string // by phrase that means a command: the languages that have it
	openings    []string            // of first lines of ours that go on with the reader's name
}

// vocabularyOf is the vocabulary as it is embedded, which is read once. Were it
// unreadable, no Reader could be made.
var vocabularyOf = sync.OnceValue(func() vocabulary {
	v := vocabulary{common: map[string]wordSet{}, greetings: map[string]string{}, said: map[string][]string{}}
	words, _ := templates.Lexicons()
	for _, l := range words {
		v.conditional.add(l.Conditional)
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

// saidIn are the languages that a line shows by being one of their phrases for a
// command, such as "j'accepte"; none where English has it too.
func saidIn(line string) []string {
	langs := vocabularyOf().said[phraseOf(line)]
	if slices.Contains(langs, "en") {
		return nil
	}
	return langs
}

// Openings are the beginnings of first lines of our letters that go on with a
// comma and the reader's name, in lower case.
func Openings() []string { return vocabularyOf().openings }
