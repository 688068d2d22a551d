package mail

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	tickBefore = regexp.MustCompile(`(?:^|[\s|>])(?:[xX]|-{1,2}>|=>|\x{2192}|\x{21d2}|\x{2713}|\x{2714}\x{fe0f}?|\x{1f44d}|\[[xX]\]|\([xX]\))\s?[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)`)
	tickBehind = regexp.MustCompile(`(?:^|[\s|])[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)\s?(?:[xX]|<-{1,2}|<=|\x{2190}|\x{2713}|\x{2714}\x{fe0f}?|\x{1f44d}|\[[xX]\]|\([xX]\))(?:\s|$)`)
	listed     = regexp.MustCompile(`(?:^|[\s|])[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)`)
)

// tickedIn lists the moves of a line beside whose number a sign is set.
func tickedIn(text string) (moves []string) {
	// Between number and move is a space, and each sign has one of those. Most lines
	// have none, and the expressions are slow.
	if !strings.ContainsAny(text, " \t\r\n\f") {
		return nil
	}
	if !strings.ContainsAny(text, "xX<>") && !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil
	}
	for _, form := range []*regexp.Regexp{tickBefore, tickBehind} {
		for _, m := range form.FindAllStringSubmatch(text, 3) {
			moves = append(moves, m[1])
		}
	}
	return moves
}

// mostOfRow is how many moves a row of our lists holds at most; what has more is none.
const mostOfRow = 12

// rowOf lists the moves of a line that holds numbered moves.
func rowOf(text string) (moves []string) {
	row := listed.FindAllStringSubmatch(text, mostOfRow+1)
	if len(row) > mostOfRow {
		return nil
	}
	for _, m := range row {
		moves = append(moves, m[1])
	}
	return moves
}
