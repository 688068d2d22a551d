package rules

import (
	"fmt"
	"strings"
)

// StartTerm is something that the players of a game may agree on before it begins, such as a handicap.
// What they agree on are the terms of the game.
type StartTerm struct {
	// Name is one lower-case English word, which players type in front of the value. Words has it in
	// other languages, and they type those, too.
	Name string
	// Range is the values that there are, in signs that need no language: "2-9".
	Range string
	// Read returns the canonical form of a value, without spaces; ok is false if there is no such value.
	Read func(value string) (canonical string, ok bool)
}

// TermError says that a game has no such term, or the term no such value.
type TermError struct {
	Name, Value string
	Range       string // of the term; empty: the game has no such term
}

// Error is a sentence in English.
func (e *TermError) Error() string {
	if e.Range == "" {
		return fmt.Sprintf("the game has no term %q", e.Name)
	}
	return fmt.Sprintf("%s is %s, and cannot be %q", e.Name, e.Range, e.Value)
}

// StartTerm is the term of the game with a name in any language, in any case.
func (g Game) StartTerm(name string) (t StartTerm, ok bool) {
	name = strings.ToLower(name)
	for _, t := range g.Terms {
		if name == t.Name {
			return t, true
		}
		for _, w := range g.Words {
			if name == strings.ToLower(w.Phrases[t.Name]) {
				return t, true
			}
		}
	}
	return t, false
}

// Agree returns the game with a start on some terms: "handicap 3, komi 0.5". Everything that begins with its Start,
// such as a record, follows. Without terms it is the game itself. The error is a *TermError.
func (g Game) Agree(terms string) (Game, error) {
	values := map[string]string{}
	for part := range strings.SplitSeq(terms, ", ") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, " ")
		t, ok := g.StartTerm(name)
		if !ok {
			return g, &TermError{Name: name}
		}
		canonical, ok := t.Read(strings.TrimSpace(value))
		if !ok {
			return g, &TermError{Name: t.Name, Value: value, Range: t.Range}
		}
		values[t.Name] = canonical
	}
	if len(values) == 0 {
		return g, nil
	}
	start := g.Begin(values)
	if start.String() == g.Start().String() {
		return g, nil
	}
	g.Start, g.Agreed = func() Position { return start }, g.termsOf(values, English)
	return g, nil
}

// termsOf is the terms with their values in the order of the game, as Agree reads them.
func (g Game) termsOf(values map[string]string, say SayFunc) string {
	var parts []string
	for _, t := range g.Terms {
		if value := values[t.Name]; value != "" {
			parts = append(parts, say("%s %s", Word(t.Name), Decimal(value)))
		}
	}
	return strings.Join(parts, ", ")
}

// AgreedTerms is the terms on which the game begins in its language; empty if there are none.
func (g Game) AgreedTerms() string {
	values := map[string]string{}
	for part := range strings.SplitSeq(g.Agreed, ", ") {
		name, value, _ := strings.Cut(part, " ")
		values[name] = value
	}
	return g.termsOf(values, g.Say)
}
