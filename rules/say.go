package rules

import "fmt"

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

// Words is a game in a language other than English.
type Words struct {
	// Brief, Notation, Text and Reasons are those of [Game].
	Brief, Notation, Text string
	Reasons               map[string]string
	// Phrases holds, under each English format of the game, the format in this
	// language. It takes the same arguments; "%[2]s" reorders them.
	Phrases map[string]string
}

// In is the game as it is told in a language, by its tag: "en", "fr" or "it".
// What is not written in that language stays English.
func (g Game) In(lang string) Game {
	w, ok := g.Words[lang]
	if !ok {
		return g
	}
	g.Brief, g.Notation, g.Text, g.Reasons = w.Brief, w.Notation, w.Text, w.Reasons
	common := commonPhrases(lang)
	g.say = func(format string, args ...any) string { return say(w.Phrases, common, format, args) }
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

// say writes a format and its arguments with the first of the words that has
// each.
func say(words, common map[string]string, format string, args []any) string {
	find := func(english string) string {
		for _, m := range []map[string]string{words, common} {
			if s, ok := m[english]; ok {
				return s
			}
		}
		return english
	}
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Term:
			said[i] = find(string(a))
		case Phrase:
			said[i] = say(words, common, a.Format, a.Args)
		case Choice:
			said[i] = Join(a, find("or"))
		default:
			said[i] = a
		}
	}
	return fmt.Sprintf(find(format), said...)
}

// commonPhrases are those that any game may use.
func commonPhrases(lang string) map[string]string {
	switch lang {
	case "fr":
		return frenchPhrases()
	case "it":
		return italianPhrases()
	}
	return nil
}

// Translated is the format under which the game says an English format or term
// in a language; ok is false if nobody has translated it.
func (g Game) Translated(lang, english string) (format string, ok bool) {
	if format, ok = g.Words[lang].Phrases[english]; !ok {
		format, ok = commonPhrases(lang)[english]
	}
	return format, ok
}
