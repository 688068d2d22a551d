package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Say writes a sentence in a language. format is the English one, with verbs
// as for [fmt.Sprintf]; it is also the key under which [Words] has the
// sentence of another language. Arguments of the types [Term], [Phrase] and
// [Choice] are themselves said in the language.
type Say func(format string, args ...any) string

// English says a sentence as it is.
func English(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Term is an English word or clause that stands in a sentence: "Black".
type Term string

// Phrase is an English sentence, or a part of one, with its arguments.
type Phrase struct {
	Format string
	Args   []any
}

// Phrasef makes a Phrase.
func Phrasef(format string, args ...any) Phrase { return Phrase{format, args} }

// String is the phrase in English.
func (p Phrase) String() string { return fmt.Sprintf(p.Format, p.Args...) }

// Choice is moves of which a sentence offers one: "a1, a2 or a3".
type Choice []Move

// String is the choice in English.
func (c Choice) String() string { return Join(c, "or") }

// In is the game as it is told in a language, by its tag: "en", "de". What is not
// written in that language stays English.
func (g Game) In(lang string) Game {
	g.say = nil
	if w, ok := g.Words["en"]; ok {
		g = g.with(w)
	}
	if lang != "en" {
		w := g.Words[lang] // none: what all games say is said all the same
		g = g.with(w)
		v := voice{w.Phrases, CommonWords(lang).Phrases}
		g.say = v.say
		g.Author, _ = v.find(g.Author) // "Jean und Marisa Morales"
	}
	return g
}

// with is the game with the texts that words have.
func (g Game) with(w Words) Game {
	g.Brief, g.Notation, g.Text = cmp.Or(w.Brief, g.Brief), cmp.Or(w.Notation, g.Notation), cmp.Or(w.Text, g.Text)
	if len(w.Reasons) > 0 {
		g.Reasons = w.Reasons
	}
	return g
}

// Say says a sentence of the game in its language.
func (g Game) Say(format string, args ...any) string {
	if g.say == nil {
		return English(format, args...)
	}
	return g.say(format, args...)
}

// Refusal says why a typed ply was refused, in the language of the game.
func (g Game) Refusal(e *MoveError) string { return g.Say(e.Format, e.Args...) }

// voice is where the words of a language are looked up: first those of the
// game, then those of all games.
type voice [2]map[string]string

// find is what the voice has for English words, or these.
func (v voice) find(english string) (said string, ok bool) {
	for _, words := range v {
		if said, ok = words[english]; ok {
			return said, true
		}
	}
	return english, false
}

// say writes a format and its arguments.
func (v voice) say(format string, args ...any) string {
	format, _ = v.find(format)
	format, args = v.inForms(format, args)
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Term:
			said[i], _ = v.find(string(a))
		case Phrase:
			said[i] = v.say(a.Format, a.Args...)
		case Choice:
			or, _ := v.find("or")
			said[i] = Join(a, or)
		default:
			said[i] = a
		}
	}
	return fmt.Sprintf(format, said...)
}

// formatVerb is a verb of a format: flags, the number of its argument, the
// letter, and the form in which a term is asked for.
var formatVerb = regexp.MustCompile(`%([-+# 0]*[0-9]*)(?:\[([0-9]+)\])?([a-zA-Z%])(?:\{([^{}]*)\})?`)

// inForms resolves the forms of a format: "a pawn %s{of}" becomes "a pawn %[2]s",
// and the new argument is the first one, as "Black{of}" has it. A term without
// that form is said as it is.
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
			if term, ok := args[argument-1].(Term); ok {
				if said, ok := v.find(fmt.Sprintf("%s{%s}", term, part[4])); ok {
					args = append(args, said)
					argument = len(args)
				}
			}
		}
		return fmt.Sprintf("%%%s[%d]%s", part[1], argument, part[3])
	})
	return format, args
}

// Translated is the format under which the game says an English format or term
// in a language; ok is false if nobody has translated it.
func (g Game) Translated(lang, english string) (format string, ok bool) {
	return voice{g.Words[lang].Phrases, CommonWords(lang).Phrases}.find(english)
}
