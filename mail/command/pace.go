package command

import (
	"regexp"
	"strings"

	"turnpost/templates"
)

// A pace as people write it, with the units of any language and with or without
// spaces: "3j+1j/7j", "3 Tage + 1 Tag / 7 Tage".
const spanForm = `[0-9]{1,6}\s?\pL{1,12}(?:\s?[0-9]{1,6}\s?\pL{1,12}){0,3}`

var (
	paceForm = regexp.MustCompile(`(?:^|\s)` + spanForm + `\s*\+\s*` + spanForm + `\s*/\s*` + spanForm)
	unitForm = regexp.MustCompile(`([0-9])\s?(\pL+)`)
)

// englishPace puts the units of a pace among the words behind a command into
// English, as clock.ParsePace reads them, and names the languages that alone have
// one of them. A pace with a word that is no unit stays as it is.
func englishPace(lexicons []lexicon, args string) (english string, langs []string) {
	english = paceForm.ReplaceAllStringFunc(args, func(pace string) string {
		known, of := true, []string(nil)
		out := unitForm.ReplaceAllStringFunc(pace, func(span string) string {
			m := unitForm.FindStringSubmatch(span)
			letter, lang := unit(lexicons, m[2])
			if letter == "" {
				known = false
			}
			if lang != "" {
				of = append(of, lang)
			}
			return m[1] + letter
		})
		if !known {
			return pace
		}
		langs = append(langs, of...)
		return out
	})
	return english, langs
}

// unit is the English letter of a unit, or "" if it is none, and the language
// other than English that alone calls it so, if one does.
func unit(lexicons []lexicon, word string) (letter, lang string) {
	word = templates.Fold(word)
	if len(word) == 1 && strings.Contains("wdhm", word) {
		return word, ""
	}
	for _, l := range lexicons {
		meaning, ok := l.units[word]
		switch {
		case !ok:
		case letter == "":
			letter, lang = meaning, l.lang
		default:
			lang = ""
		}
	}
	return letter, lang
}
