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

// lexicon is the command words of one language, folded: in lower case and
// without accents. They are understood whatever language a player reads; the
// English ones are the names of the verbs themselves.
type lexicon struct {
	lang  string
	verbs map[string]string            // word -> name of the verb
	args  map[string]map[string]string // name of the verb -> word behind it -> the English word; "-": none
	whole map[string]string            // word -> the command in English that it says by itself
	own   map[string]string            // word, not folded -> name of the verb, alone and to its own readers
	units map[string]string            // unit of a pace -> its letter in English
}

// lexicons are those of the languages besides English, in the order of their
// names. A word that two languages use differently stands here as the first one
// has it; see Called.
func lexicons() ([]lexicon, error) {
	words, err := templates.Lexicons()
	if err != nil {
		return nil, err
	}
	var out []lexicon
	for _, l := range words {
		if len(l.Verbs) > 0 {
			out = append(out, lexicon{lang: l.Lang, verbs: l.Verbs, args: l.Args, whole: l.Whole, own: l.Own, units: l.Units})
		}
	}
	return out, nil
}

// plain folds a word: lower case, without accents, and without the apostrophe of
// "j'accepte", which telephones write as ’, as they do the hyphen of "oubliez-moi".
func plain(word string) string {
	return strings.TrimPrefix(typewritten.Replace(templates.Fold(word)), "j'")
}

// typewritten are the marks that programs set for plain ones.
var typewritten = strings.NewReplacer("’", "'", "ʼ", "'", "\u2010", "-", "\u2011", "-", "–", "-")

// Called returns the command that a first word calls, in any language, and
// the languages other than English in which it does. rest is what follows it:
// "si" is a French "if" before other words, and an Italian "yes" alone.
func (r *Reader) called(word, rest string) (v Verb, langs []string, ok bool) {
	if v, ok = r.Verb(word); ok {
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
			v, ok = r.Verb(name)
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

// connecting are the words that stand between two plies, in any language but English;
// those of letters do so only before a letter.
type connecting struct{ always, ofLetters wordSet }

// connectingWords are read once from the words of commands.
var connectingWords = sync.OnceValue(func() (c connecting) {
	words, _ := templates.Lexicons() // who reads commands at all has met the error
	for _, l := range words {
		if l.Lang != "en" { // package rules reads these
			c.always.add(l.Connectors)
			c.ofLetters.add(l.ConnectorsOfLetters)
		}
	}
	return c
})

// connects reports whether a word in lower case stands between two plies when
// next follows it. An Italian "e" does only before a letter: "e 4" may be a cell.
func connects(word, next string) bool {
	words := connectingWords()
	if words.always[word] {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	return words.ofLetters[word] && unicode.IsLetter(r)
}

// Joined is a text of plies with the connecting words of all languages in English, as
// package rules reads them.
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

// whole returns the name of the verb and the English words behind it that one word says by
// itself, as "oubliez-moi" and "dimenticami" do, and the language in which it does.
func whole(lexicons []lexicon, word string) (verb, args, lang string, ok bool) {
	for _, l := range lexicons {
		if english, said := l.whole[plain(word)]; said {
			verb, args, _ = strings.Cut(english, " ")
			return verb, args, l.lang, true
		}
	}
	return "", "", "", false
}

// argsOf puts the words behind a command into English where they are words of
// it, and names the languages of those that were not. Words that mean nothing tell
// no language: the "le" of "les noirs" stands in "Le Rooya" too.
func (r *Reader) argsOf(verb, args string) (english string, langs []string) {
	if verb == "challenge" || verb == "robot" {
		args, langs = englishPace(r.lexicons, args)
	}
	words, changed := strings.Fields(args), false
	for i, word := range words {
		core := strings.TrimFunc(word, func(c rune) bool { return strings.ContainsRune(`.,;:!"'`, c) })
		for _, l := range r.lexicons {
			meaning, ok := l.args[verb][plain(core)]
			if !ok && verb == "robot" { // "robot turro niveau 3"
				meaning, ok = l.args["challenge"][plain(core)]
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
