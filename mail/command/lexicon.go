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
// letters count only before a letter.
type connecting struct{ always, ofLetters wordSet }

// connectingWords returns the words between two plies.
var connectingWords = sync.OnceValue(func() (c connecting) {
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		if l.Lang != "en" { // package rules reads these
			c.always.add(l.Connectors)
			c.ofLetters.add(l.ConnectorsOfLetters)
		}
	}
	return c
})

// connects reports whether a word in lower case connects two plies if next follows it. The
// Italian "e" does so only before a letter: "e 4" may be a cell.
func connects(word, next string) bool {
	words := connectingWords()
	if words.always[word] {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	return words.ofLetters[word] && unicode.IsLetter(r)
}

// Joined returns a text of plies with its connecting words in English, which package rules
// reads.
func Joined(text string) string {
	words, changed := strings.Fields(text), false
	for i, word := range words {
		if connects(strings.ToLower(word), strings.Join(words[i+1:min(i+2, len(words))], "")) {
			words[i], changed = "and", true
		}
	}
	if !changed {
		return text
	}
	return strings.Join(words, " ")
}

// beginsWithPly reports whether a text begins with something of the form of a ply.
func beginsWithPly(g rules.Game, text string) bool {
	return g.HasForm(text) || rules.BeginsWithPly(g, Joined(text))
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
			if meaning == "and" && !connects(plain(core), strings.Join(words[i+1:min(i+2, len(words))], "")) {
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
