package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/rules"
)

// The form of plies depends on the game. The games that a line could be for are the one
// that it names, or that the message replies in, or all that the writer has under way.

var listNumberForm = regexp.MustCompile(`^\(?([0-9]{1,3})[.)]?$`)

// listNumber reads a number of a list of plies: "12", "12." or "(12)".
func listNumber(text string) (n int, ok bool) {
	m := listNumberForm.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// looksLikePlies reports whether a line has the form of plies in one of the games.
func (c Line) looksLikePlies(games []rules.Game) bool {
	if c.Args == "" {
		return false
	}
	if _, ok := listNumber(c.Args); ok {
		return true
	}
	return slices.ContainsFunc(games, func(g rules.Game) bool { return beginsWithPly(g, c.Args, c.lang) })
}

// asWritten returns a line of which a reading made a ply as it was written, if that is a ply in one of
// the games: "Turm d5" is a rook's in chess, though elsewhere a tower says no more than "d5".
func (c Line) asWritten(games []rules.Game) Line {
	if c.Verb == "" && c.whole != "" && slices.ContainsFunc(games,
		func(g rules.Game) bool { return g.HasForm(c.whole) }) {
		c.Args = c.whole
	}
	return c
}

// meansConditionals reports whether a line that begins with "if" is a command: it is bare,
// drops lines, or has the form of a move after an "if" or "then".
func (c Line) meansConditionals(games []rules.Game) bool {
	if _, off := rules.DropsConditionals(c.Args); off || c.Args == "" {
		return true
	}
	words := strings.Fields(c.Args)
	var starts []string
	for i := range words {
		w, before := strings.ToLower(words[i]), strings.ToLower(words[max(0, i-1)])
		if i == 0 || before == "then" || before == "if" {
			start := strings.Join(words[i:min(len(words), i+4*rules.MaxPlyWords)], " ") // the beginning decides
			if !slices.Contains(starts, start) {
				starts = append(starts, start)
			}
			if w == rules.AnyTurn {
				return true
			}
		}
	}
	for _, g := range games {
		for _, text := range starts {
			if beginsWithPly(g, text, c.lang) || beginsWithPly(g, firstStretch(text, c.lang), c.lang) {
				return true
			}
		}
	}
	return false
}

// firstStretch is what stands before the first comma or connecting word of a text.
func firstStretch(text, lang string) string {
	stretches := rules.Stretches(joined(text, lang))
	if len(stretches) == 0 {
		return ""
	}
	return strings.Join(stretches[0], " ")
}

// isPhrase reports whether a line begins with a ply without cells, and goes on in other words that
// name no ply: "Pass the salt".
func (c Line) isPhrase(games []rules.Game) bool {
	words := strings.Fields(c.Args)
	whole := slices.ContainsFunc(games, func(g rules.Game) bool { return g.HasForm(c.Args) }) // "je passe"
	return !whole && len(words) > 1 && !strings.ContainsFunc(c.Args, unicode.IsDigit) &&
		slices.ContainsFunc(words[1:],
			func(w string) bool {
				return utf8.RuneCountInString(w) > 1 && !connects(strings.ToLower(w), "a", "a", c.lang)
			})
}

// wishes reports whether a phrase goes on to the opponent, or about something else than a move: "Pass me the
// salt", "Passe une bonne soirée".
func (c Line) wishes() bool {
	words := proseWords(c.Args)
	words = words[min(1, len(words)):]
	toYou := slices.ContainsFunc(asidesOf(), func(a asides) bool { return a.second.within(words) })
	courtesy := spokenOf().courtesy
	courteous := len(words) > 1 && (courtesy[strings.Join(words, " ")] || courtesy[strings.Join(words[1:], " ")])
	return digresses(words) || toYou || courteous
}

// isCode reports whether a line is a number of a list, or looks like some code: capitals
// and digits without a dash.
func (c Line) isCode() bool {
	if _, number := listNumber(c.Args); number {
		return true
	}
	return len(c.Args) >= 4 && !strings.ContainsAny(c.Args, "-+*<>=~/ ") &&
		strings.ContainsFunc(c.Args, unicode.IsUpper) && !strings.ContainsFunc(c.Args, unicode.IsLower)
}
