package command

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

// withoutGames is a line without what the games are called, which is the same in
// every language: "challenge bob@example.org le rooya" holds no French.
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

// calledAt is how many of the words at the front are what a game is called; 0: none.
func calledAt(games []rules.Game, words []string) (n int) {
	for _, g := range games {
		for _, name := range append([]string{g.Name, g.Title}, g.Aliases...) {
			if m := len(strings.Fields(name)); m > n && m <= len(words) && strings.EqualFold(withoutMarks(words[:m]), strings.Join(strings.Fields(name), " ")) {
				n = m
			}
		}
	}
	return n
}

// withoutMarks joins words without the quotes and stops around them.
func withoutMarks(words []string) string {
	return strings.TrimFunc(strings.Join(words, " "), func(c rune) bool { return unicode.IsPunct(c) || unicode.IsSymbol(c) })
}
