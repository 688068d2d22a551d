package command

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

// withoutGames returns a line without the names of games, which are the same in every
// language: "challenge bob@example.org le rooya" holds no French.
func withoutGames(games []rules.Game, line string) string {
	words := strings.Fields(line)
	var kept []string
	for len(words) > 0 {
		n := calledAt(games, words)
		if n == 0 {
			kept = append(kept, words[0])
			n = 1
		}
		words = words[n:]
	}
	return strings.Join(kept, " ")
}

// calledAt returns how many of the first words are the name of a game.
func calledAt(games []rules.Game, words []string) (n int) {
	for _, g := range games {
		for _, name := range append([]string{g.Name, g.Title}, g.Aliases...) {
			m := len(strings.Fields(name))
			called := strings.Join(strings.Fields(name), " ")
			if m > n && m <= len(words) && strings.EqualFold(withoutMarks(words[:m]), called) {
				n = m
			}
		}
	}
	return n
}

// withoutMarks joins words, without the punctuation around them.
func withoutMarks(words []string) string {
	return strings.TrimFunc(strings.Join(words, " "), func(c rune) bool {
		return unicode.IsPunct(c) || unicode.IsSymbol(c)
	})
}
