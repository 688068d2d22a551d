package command

import (
	"regexp"
	"strings"
	"time"

	"turnpost/mail/club/clock"
	"turnpost/templates"
)

// spanForm is one part of a pace, with the units of any language: a whole pace is
// "3j+1j/7j" or "3 Tage + 1 Tag / 7 Tage".
const spanForm = `[0-9]{1,6}\s?\pL{1,12}(?:\s?[0-9]{1,6}\s?\pL{1,12}){0,3}`

var (
	paceForm = regexp.MustCompile(`(?:^|\s)` + spanForm + `\s*\+\s*` + spanForm + `\s*/\s*` + spanForm)
	unitForm = regexp.MustCompile(`([0-9])\s?(\pL+)`)
)

// englishPace translates the units of a pace among the arguments of a verb into English,
// for clock.ParsePace, and returns the languages that alone have one of them. A pace with
// an unknown unit stays as it is.
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

// Give gives the opponent more time in a game.
type Give struct{ Time time.Duration }

// Break proposes to stop the clocks of a game for a time. Off wants them to run again.
type Break struct {
	Time time.Duration
	Off  bool
}

// give reads the time: "2d", "1 day 12 hours". Anything else behind the word is talk, as in "give me a
// minute".
func (r *Reader) give(c Line, _ string) any {
	if t, ok := r.span(c.Args); ok {
		return Give{t}
	}
	return Misread{Code: "usage", Args: []any{VerbGive}, Hint: true}
}

// rest reads a break, as give does: "break a leg" is talk.
func (r *Reader) rest(c Line, _ string) any {
	if t, ok := r.span(strings.TrimPrefix(strings.ToLower(c.Args), "for ")); ok {
		return Break{Time: t}
	}
	switch strings.ToLower(strings.TrimRight(c.Args, ".!")) {
	case "off", "end", "over":
		return Break{Off: true}
	}
	return Misread{Code: "usage", Args: []any{VerbBreak}, Hint: true}
}

// span reads a time in any language.
func (r *Reader) span(text string) (time.Duration, bool) {
	text = unitForm.ReplaceAllStringFunc(text, func(span string) string {
		m := unitForm.FindStringSubmatch(span)
		letter, _ := unit(r.lexicons, m[2])
		return m[1] + letter
	})
	t, ok := clock.ParseSpan(strings.ReplaceAll(text, " ", ""))
	return t, ok && t > 0
}

// unit returns the English letter of a unit, "" if it is none, and the language other than
// English that alone has that word, if there is one.
func unit(lexicons []lexicon, word string) (letter, lang string) {
	word = templates.Fold(word)
	if len(word) == 1 && strings.Contains("wdhm", word) {
		return word, ""
	}
	for _, l := range lexicons {
		meaning, ok := l.units[word]
		switch {
		case !ok:
		case l.lang == "en":
			return meaning, ""
		case letter == "":
			letter, lang = meaning, l.lang
		default:
			lang = ""
		}
	}
	return letter, lang
}
