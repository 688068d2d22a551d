package command

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates"
)

// lexicon holds the command words of one language, folded: in lower case and without
// accents. They are understood whatever language the writer reads. In English, the names
// of the verbs are the words.
type lexicon struct {
	lang  string
	verbs map[string]Verb            // by the word that calls it
	args  map[Verb]map[string]string // verb -> word behind it -> the English word; "-": none
	whole map[string]string          // single word -> the whole command in English
	own   map[string]Verb            // by a single word, not folded, for readers of lang only
	units map[string]string          // unit of a pace -> its letter in English
}

// lexicons returns those of the languages other than English, by name. Of a word that two
// languages use differently, the first language counts; see called.
func lexicons() ([]lexicon, error) {
	words, err := templates.Lexicons()
	if err != nil {
		return nil, err
	}
	var out []lexicon
	for _, l := range words {
		if len(l.Verbs) > 0 {
			args := map[Verb]map[string]string{}
			for verb, words := range l.Args {
				args[Verb(verb)] = words
			}
			out = append(out, lexicon{lang: l.Lang, verbs: byWord(l.Verbs), args: args, whole: l.Whole,
				own: byWord(l.Own), units: l.Units})
		}
	}
	return out, nil
}

// byWord gives the verbs of a catalogue their type.
func byWord(names map[string]string) map[string]Verb {
	verbs := map[string]Verb{}
	for word, name := range names {
		verbs[word] = Verb(name)
	}
	return verbs
}

// plain folds a word to lower case, without accents, and without the "j'" of "j'accepte".
// It accepts the apostrophes and hyphens that telephones write.
func plain(word string) string {
	return strings.TrimPrefix(typewritten.Replace(templates.Fold(word)), "j'")
}

// typewritten replaces typographic marks by plain ones.
var typewritten = strings.NewReplacer("’", "'", "ʼ", "'", "\u2010", "-", "\u2011", "-", "–", "-")

// called returns the verb that a first word calls in any language, and the languages other
// than English in which it does. rest is what follows the word: "si" is a French "if"
// before other words, and an Italian "yes" alone.
func (r *Reader) called(word, rest string) (v VerbInfo, langs []string, ok bool) {
	if v, ok = r.Info(Verb(word)); ok {
		return v, nil, true
	}
	word = plain(word)
	for _, l := range r.lexicons {
		name, called := l.verbs[word]
		switch {
		case !called:
			continue
		case ok && (name == v.Name || rest != ""):
		default:
			v, ok = r.Info(name)
		}
		if name == v.Name {
			langs = append(langs, l.lang)
		}
	}
	if slices.Contains(langs, "en") {
		langs = nil // "invite" is French as well, and tells nothing
	}
	return v, langs, ok
}

// connecting holds the words between two plies, in all languages but English. Those of
// letters may be plies themselves: see connects.
type connecting struct {
	always    wordSet
	ofLetters map[string]wordSet // by language
}

// connectingWords returns the words between two plies.
var connectingWords = sync.OnceValue(func() (c connecting) {
	c.ofLetters = map[string]wordSet{}
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		if l.Lang != "en" { // package rules reads these
			c.always.add(l.Connectors)
			var own wordSet
			own.add(l.ConnectorsOfLetters)
			c.ofLetters[l.Lang] = own
		}
	}
	return c
})

// ofConditionals are the English words that no ply stands beside with another connecting word between.
var ofConditionals = wordSet{"if": true, "then": true, "and": true, "&": true}

// connects reports whether a word, which stands in lower case, connects the plies around it. The
// Italian "e" does so only between two words and before a letter, as "e 4" may be a cell; and
// between plies that have no cells only where somebody writes Italian, as it may be a ply as well.
func connects(word, before, next, lang string) bool {
	words := connectingWords()
	if words.always[word] {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(next); before == "" || !unicode.IsLetter(r) ||
		ofConditionals[strings.ToLower(before)] || ofConditionals[strings.ToLower(next)] {
		return false
	}
	cells := cellIn.MatchString(strings.ToLower(before)) && cellIn.MatchString(strings.ToLower(next))
	for of, letters := range words.ofLetters {
		if letters[word] && (cells || of == lang) {
			return true
		}
	}
	return false
}

// joined returns a text of plies with its connecting words in English, which package rules
// reads. lang is the writer's language.
func joined(text, lang string) string {
	words, changed := strings.Fields(text), false
	for i, word := range words {
		if connects(strings.ToLower(word), strings.Join(words[max(0, i-1):i], ""),
			strings.Join(words[i+1:min(i+2, len(words))], ""), lang) {
			words[i], changed = "and", true
		}
	}
	if !changed {
		return text
	}
	return strings.Join(words, " ")
}

// beginsWithPly reports whether a text begins with something of the form of a ply. A ply of one
// letter may be a word of a sentence, so then the rest must be plies as well.
func beginsWithPly(g rules.Game, text, lang string) bool {
	return g.HasForm(text) || rules.BeginsWithPly(g, joined(text, lang)) &&
		(!isLetter(firstWord(text)) || wholePlies(g, text, lang))
}

// isLetter reports whether a text is one letter.
func isLetter(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && unicode.IsLetter(r)
}

// isShortWord reports whether a text is one letter that is a word in one of our languages: the
// English "I", the French and Italian "a", the Italian "e".
func isShortWord(text string) bool {
	return isLetter(text) && strings.ContainsAny(strings.ToLower(text), "aeioy")
}

// whole returns the verb and its English arguments that a single word stands for, such as
// "oubliez-moi" or "dimenticami", and the language of the word.
func whole(lexicons []lexicon, word string) (verb Verb, args, lang string, ok bool) {
	for _, l := range lexicons {
		if english, said := l.whole[plain(word)]; said {
			first, args, _ := strings.Cut(english, " ")
			return Verb(first), args, l.lang, true
		}
	}
	return "", "", "", false
}

// connects reports whether a word behind a verb connects the plies around it, which are no other words
// of the command, such as "then".
func (r *Reader) connects(verb Verb, words []string, i int) bool {
	word := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		core := plain(strings.Trim(words[i], `.,;:!"'`))
		if slices.ContainsFunc(r.lexicons, func(l lexicon) bool {
			meaning := l.args[verb][core]
			return core == "if" || core == "then" || meaning != "" && meaning != "and"
		}) {
			return ""
		}
		return core
	}
	return connects(plain(strings.Trim(words[i], `.,;:!"'`)), word(i-1), word(i+1), r.inLang)
}

// argsOf translates the arguments of a verb into English, as far as they are words of the
// command, and returns their languages. Words without meaning tell no language: the "le" of
// "les noirs" is also in "Le Rooya".
func (r *Reader) argsOf(verb Verb, args string) (english string, langs []string) {
	if verb == VerbChallenge || verb == VerbRobot {
		args, langs = englishPace(r.lexicons, args)
	}
	words, changed := strings.Fields(args), false
	for i, word := range words {
		core := strings.TrimFunc(word, func(c rune) bool { return strings.ContainsRune(`.,;:!"'`, c) })
		for _, l := range r.lexicons {
			meaning, ok := l.args[verb][plain(core)]
			if !ok && verb == VerbRobot { // "robot turro niveau 3"
				meaning, ok = l.args[VerbChallenge][plain(core)]
			}
			if meaning == "and" && !r.connects(verb, words, i) {
				continue
			}
			if ok && core != "" {
				words[i] = strings.Replace(word, core, strings.TrimSuffix(meaning, "-"), 1)
				if meaning != core && meaning != "-" { // "le" of Le Rooya is no French
					langs = append(langs, l.lang)
				}
				changed = changed || meaning != core
				break
			}
		}
	}
	if !changed {
		return args, langs
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " "), langs
}
