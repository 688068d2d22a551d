package command

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"turnpost/templates"
)

// commandWords holds the words, in all languages, of lines that are meant as commands.
type commandWords struct {
	topics wordSet // what commands are about
	args   wordSet // behind a command
	beside wordSet // all others
}

var commandWordsOf = sync.OnceValue(func() (t commandWords) {
	words, _ := templates.Lexicons() // NewReader returns the error
	split := func(lists ...[]string) {
		for _, list := range lists {
			for _, phrase := range list {
				t.beside.add(apart(phrase))
			}
		}
	}
	for _, v := range verbs() {
		split([]string{string(v.Name)}, v.words)
	}
	for name := range templates.LanguageNames() {
		t.topics.add([]string{templates.Fold(name)})
	}
	for _, l := range words {
		t.topics.add(l.Said.Topics)
		t.args.add(l.Said.Topics)
		for word := range l.Verbs {
			t.beside.add([]string{word})
		}
		for phrase := range l.Said.Verbs {
			split([]string{phrase})
		}
		for _, args := range l.Args {
			for word, english := range args {
				split([]string{word, english})
				t.args.add([]string{word, english})
			}
		}
		split(l.Said.Beside, l.Said.Perhaps, l.Said.Joining, l.Said.Courtesy, l.Said.Tail, l.Said.Numbers, l.Said.Time,
			l.Said.Extend, l.Said.To, l.Said.From, l.Common, l.Prose.Hanging, l.Prose.Denying, l.Prose.Continuing,
			l.Prose.Greeting, l.Prose.Clause, l.Secret.Second, l.Secret.Rival, l.Secret.Negations, l.Secret.Later)
	}
	return t
})

// isTopic reports whether a folded word is what commands are about.
func isTopic(word string) bool { return commandWordsOf().topics[word] }

// digresses reports whether some words behind the word for a command are about something else than
// games and messages: "my apologies" behind "accept". Numbers and addresses are not.
func digresses(words []string) bool {
	t, others := commandWordsOf(), false
	for _, w := range words {
		if t.topics[w] {
			return false
		}
		others = others || !t.beside[w] && utf8.RuneCountInString(w) > 2 && !t.nearly(w)
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune("@#/_", r) }) {
			return false
		}
	}
	return others
}

// nearly reports whether a word stands behind a command but for one slip.
func (t commandWords) nearly(word string) bool {
	for arg := range t.args {
		if len(arg) > 4 && oneSlip(word, arg) {
			return true
		}
	}
	return false
}

// digresses reports whether a line that begins with the word for a command goes on about something
// else: "accept my apologies", "Digest that!".
func (c Line) digresses() bool {
	words := apart(strings.Join(proseWords(c.Typed), " "))
	if len(words) < 2 {
		return false
	}
	_, misread := c.Do.(Misread)
	return digresses(words[1:]) || misread && !slices.ContainsFunc(words[1:], isTopic) && c.exclaims()
}

// behindVerb returns the text of a line, without its first word if that is the word for a command and
// means none.
func (l decided) behindVerb() string {
	if !l.prose {
		return l.Text
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(l.Text), " ")
	return rest
}

// completes reports whether a line holds what must stand behind its first word, or something that commands
// are about: "best games of the week", but not "Best of luck".
func (l decided) completes(r *Reader, v VerbInfo) bool {
	words := apart(strings.Join(proseWords(l.Typed), " "))
	if len(words) < 2 || len(words) < 3 && v.Name != VerbForget {
		return true // "best games"
	}
	english, _ := r.argsOf(v.Name, strings.Join(words[1:], " "))
	behind := strings.Fields(english)
	about := v.Name == VerbForget &&
		slices.ContainsFunc(behind, func(w string) bool { return isTopic(w) || w == "data" })
	return about || slices.ContainsFunc(behind, func(w string) bool { return slices.Contains(v.words, w) })
}

// looks reports whether a line asks to see or to follow somebody, which costs nobody anything.
func (c Line) looks() bool {
	switch do := c.Do.(type) {
	case Player:
		return true
	case Follow:
		return do.Player != ""
	case Unfollow:
		return do.Player != ""
	}
	return false
}
