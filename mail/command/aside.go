package command

import (
	"slices"
	"strings"
	"sync"

	"turnpost/templates"
)

// A plan needs no cell and no word such as "plan": "I hope that he does not see it". What is
// passed on is read by the opponent, so a sentence that speaks of the opponent as of somebody
// else is for nobody but its writer. One that says you, or that has named somebody else before,
// is talk.

// asides holds the words of one language that show such a sentence, and what its writer intends.
type asides struct {
	third, impersonal, second, formal, others, notices, hopes, negations, snares, doomed        wordSet
	pieces, places, weak, aims, wills, acts, attacks, leisure, says, conditional, rival, server wordSet
}

var asidesOf = sync.OnceValue(func() (all []asides) {
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		s, a := l.Secret, asides{}
		for _, set := range []struct {
			to   *wordSet
			from []string
		}{
			{&a.third, s.Third}, {&a.impersonal, s.Impersonal}, {&a.second, s.Second}, {&a.others, s.Others},
			{&a.notices, s.Notices}, {&a.hopes, s.Hopes}, {&a.negations, s.Negations}, {&a.snares, s.Snares},
			{&a.doomed, s.Doomed}, {&a.pieces, s.Pieces}, {&a.places, s.Places}, {&a.weak, s.Weak},
			{&a.aims, s.Aims}, {&a.wills, s.Wills},
			{&a.acts, s.Moves}, {&a.acts, s.Attacks}, {&a.attacks, s.Attacks}, {&a.leisure, s.Leisure},
			{&a.says, s.Says}, {&a.server, s.Server}, {&a.conditional, l.Conditional}, {&a.rival, s.Rival},
		} {
			for _, phrase := range set.from {
				set.to.add([]string{strings.Join(apart(phrase), " ")})
			}
		}
		a.third.add([]string{somebody})
		a.formal.add(s.Formal)
		all = append(all, a)
	}
	return all
})

// maybeForServer reports whether a line may be meant for the server or its operator: "Please delete my
// account", "I think Bob cheats".
func maybeForServer(line string) bool {
	words := apart(strings.Join(proseWords(line), " "))
	return slices.ContainsFunc(asidesOf(), func(a asides) bool { return a.server.within(words) })
}

// apart returns the words of a folded text, of which an apostrophe separates two.
func apart(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\'' })
}

// maxPhrase is how many words a phrase of these sets has at most.
const maxPhrase = 6

// begins reports whether some words begin with a phrase of a set.
func (s wordSet) begins(words []string) bool {
	for n := 1; n <= min(maxPhrase, len(words)); n++ {
		if s[strings.Join(words[:n], " ")] {
			return true
		}
	}
	return false
}

// beginsSoon reports whether some words begin with a phrase of a set, or do so after one word.
func (s wordSet) beginsSoon(words []string) bool {
	return s.begins(words) || len(words) > 1 && s.begins(words[1:])
}

// within reports whether some words contain a phrase of a set.
func (s wordSet) within(words []string) bool {
	for i := range words {
		if s.begins(words[i:]) {
			return true
		}
	}
	return false
}

// isAside reports whether a text speaks of the opponent, by name or not, to somebody else, or says what
// its writer intends on the board. above is what the message said before.
func isAside(text, above, opponent string) bool {
	before := apart(strings.Join(proseWords(above), " "))
	for _, sentence := range sentences(withoutName(text, opponent)) {
		words := apart(strings.Join(sentence, " "))
		for _, a := range asidesOf() {
			if len(words) > 0 && a.is(words, before) && !a.addresses(words, text) {
				return true
			}
		}
		if !greets(words) {
			before = append(before, words...)
		}
	}
	return false
}

// somebody is what stands for the name of the opponent in a sentence that is not said to them.
const somebody = "theopponent"

// withoutName returns a text with another word for the name of the opponent where that begins what is
// said of somebody: "Bob always falls for this", but not "Bob, the tower" or "Hello Bob".
func withoutName(text, name string) string {
	words := strings.Fields(text)
	for i := range words[:max(0, len(words)-1)] {
		first, _, _ := strings.Cut(name, " ")
		greeted := i > 0 && (proseOf().greeting[firstProseWord(words[i-1])] || strings.HasSuffix(words[i-1], ","))
		if name != "" && words[i] == first && startsLower(words[i+1]) && !greeted {
			words[i] = somebody
		}
	}
	return strings.Join(words, " ")
}

// maxGreeting is how many words a greeting has at most.
const maxGreeting = 4

// greets reports whether a sentence is nothing but a greeting: the friend in "Hello my friend" is the
// opponent.
func greets(words []string) bool {
	return len(words) > 0 && len(words) <= maxGreeting && proseOf().greeting[words[0]]
}

// addresses reports whether a sentence of a text is said to the opponent.
func (a asides) addresses(words []string, text string) bool {
	return a.second.within(words) || len(a.formal) > 0 &&
		slices.ContainsFunc(strings.Fields(text), func(w string) bool {
			return a.formal[strings.Trim(w, ".,;:!?()")]
		})
}

// isSaidTo reports whether a sentence that begins with what is done to the opponent is said to the
// opponent: "Block out the day in your calendar".
func isSaidTo(sentence []string) bool {
	words := apart(strings.Join(sentence, " "))
	return !slices.ContainsFunc(asidesOf(),
		func(a asides) bool { return a.attacks[words[0]] && !a.second.within(words) })
}

// moved returns how many of some words say that something is done on a board.
func (a asides) moved(words []string) (n int) {
	for _, w := range words {
		if a.acts[w] {
			n++
		}
	}
	return n
}

// idle reports whether a line is about something for which people have plans beside a game, and
// about nothing on the board.
func idle(line string) bool {
	words := apart(strings.Join(proseWords(line), " "))
	return slices.ContainsFunc(asidesOf(), func(a asides) bool {
		return a.leisure.within(words) && !a.third.within(words) && !a.pieces.within(words) && !a.places.within(words)
	})
}

// saysItself reports whether a line that begins with the word for the command say is a sentence:
// "Say, do you still live there?", "Sag Bescheid".
func saysItself(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	words := apart(strings.Join(proseWords(line), " "))
	return strings.HasSuffix(word, ",") ||
		slices.ContainsFunc(asidesOf(), func(a asides) bool { return a.says.begins(words) })
}

// is reports whether the words of a sentence are an aside. before are those of the text above it.
func (a asides) is(words, before []string) bool {
	pieces, places := a.pieces.within(words), a.places.within(words)
	acts, attacks, fails := a.acts.within(words), a.attacks.within(words), a.negations.within(words)
	hopes, notices := a.hopes.within(words), a.notices.within(words)
	at := 0 // where the opponent is spoken of
	for at < len(words) && (!a.third.begins(words[at:]) || a.impersonal.begins(words[at:])) {
		at++
	}
	named := 0 // where others may be spoken of
	if proseOf().greeting[words[0]] {
		named = min(at, maxGreeting)
	}
	if at < len(words) && !a.others.within(slices.Concat(before, words[named:at])) {
		switch {
		case pieces, places && (acts || attacks || a.weak.within(words)), a.snares.within(words),
			a.doomed.within(words):
			return true
		case notices && (hopes || fails), hopes && (acts || attacks):
			return true
		}
	}
	switch {
	case a.conditional[words[0]] && a.moved(words) > 1 && (pieces || places || attacks):
		return true
	case hopes && notices && fails:
		return true
	case a.aims.beginsSoon(words):
		return pieces || places || attacks
	case a.wills.beginsSoon(words):
		return (pieces || places) && acts
	}
	return places && len(words) > 2 && (a.attacks[words[1]] || a.attacks[words[0]])
}
