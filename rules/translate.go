package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SayFunc writes a sentence in a language. format is the English sentence, with verbs as in
// [fmt.Sprintf]; it is also the key of its translation in [Words]. Arguments of the types [Word],
// [Phrase], [MovesInWords] and [Decimal] are translated as well.
type SayFunc func(format string, args ...any) string

// English writes a sentence in English.
func English(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Word is an argument of a sentence that is translated like the sentence: an English word or clause,
// such as "Black".
type Word string

// Phrase is an English sentence or a part of one with its arguments.
type Phrase struct {
	Format string
	Args   []any
}

// Phrasef makes a Phrase.
func Phrasef(format string, args ...any) Phrase { return Phrase{format, args} }

// String is the phrase in English.
func (p Phrase) String() string { return fmt.Sprintf(p.Format, p.Args...) }

// Decimal is a number with a decimal point as an argument of a sentence: "7.5", in German "7,5".
type Decimal string

// MovesInWords is a list of moves as an argument of a sentence: "a1, a2 or a3".
type MovesInWords []Move

// String is the choice in English.
func (c MovesInWords) String() string { return JoinMoves(c, "or") }

// In is the game in a language, by its tag: "en", "de". Texts without a translation are English.
func (g Game) In(lang string) Game {
	g.say = nil
	if w, ok := g.Words["en"]; ok {
		g = g.with(w)
	}
	if lang != "en" {
		w := g.Words[lang] // without any, the common words are still translated
		g = g.with(w)
		v := voice{w.Phrases, CommonWords(lang).Phrases}
		g.say = v.say
		g.Author, _ = v.find(g.Author) // "Jean und Marisa Morales"
	}
	return g
}

// with is the game with the texts of w.
func (g Game) with(w Words) Game {
	g.Brief, g.Notation, g.Text = cmp.Or(w.Brief, g.Brief), cmp.Or(w.Notation, g.Notation), cmp.Or(w.Text, g.Text)
	if len(w.Reasons) > 0 {
		g.Reasons = w.Reasons
	}
	return g
}

// Say writes a sentence of the game in its language.
func (g Game) Say(format string, args ...any) string {
	if g.say == nil {
		return English(format, args...)
	}
	return g.say(format, args...)
}

// Refusal is the sentence of a refused ply in the language of the game.
func (g Game) Refusal(e *MoveError) string { return g.Say(e.Format, e.Args...) }

// voice has the translations of a language: first those of the game, then those of all games.
type voice [2]map[string]string

// find is the translation of an English text, or the text itself.
func (v voice) find(english string) (said string, ok bool) {
	for _, words := range v {
		if said, ok = words[english]; ok {
			return said, true
		}
	}
	return english, false
}

// say writes a translated sentence.
func (v voice) say(format string, args ...any) string {
	format, _ = v.find(format)
	format, args = v.inForms(format, args)
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Word:
			said[i], _ = v.find(string(a))
		case Phrase:
			said[i] = v.say(a.Format, a.Args...)
		case MovesInWords:
			or, _ := v.find("or")
			said[i] = JoinMoves(a, or)
		case Decimal:
			point, _ := v.find(".")
			said[i] = strings.ReplaceAll(string(a), ".", point)
		default:
			said[i] = a
		}
	}
	return fmt.Sprintf(format, said...)
}

// formatVerb is a verb of a format: flags, the number of its argument, the letter, and the form of
// a term.
var formatVerb = regexp.MustCompile(`%([-+# 0]*[0-9]*)(?:\[([0-9]+)\])?([a-zA-Z%])(?:\{([^{}]*)\})?`)

// inForms resolves the forms of a format: "a pawn %s{of}" becomes "a pawn %[2]s", and the new
// argument is the translation of "Black{of}". A term without that form is translated as it is.
func (v voice) inForms(format string, args []any) (string, []any) {
	if !strings.Contains(format, "s{") {
		return format, args
	}
	next, args := 1, slices.Clone(args)
	format = formatVerb.ReplaceAllStringFunc(format, func(verb string) string {
		part := formatVerb.FindStringSubmatch(verb)
		if part[3] == "%" {
			return verb
		}
		if n, err := strconv.Atoi(part[2]); err == nil {
			next = n
		}
		argument := next
		if next++; part[4] != "" && argument <= len(args) {
			if word, ok := args[argument-1].(Word); ok {
				if said, ok := v.find(fmt.Sprintf("%s{%s}", word, part[4])); ok {
					args = append(args, said)
					argument = len(args)
				}
			}
		}
		return fmt.Sprintf("%%%s[%d]%s", part[1], argument, part[3])
	})
	return format, args
}

// Translated is the translation of an English format or term of the game; ok is false if there is none.
func (g Game) Translated(lang, english string) (format string, ok bool) {
	return voice{g.Words[lang].Phrases, CommonWords(lang).Phrases}.find(english)
}
