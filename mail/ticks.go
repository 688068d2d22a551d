package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Some people answer a list by a sign beside one of its moves, or by a copied row. Neither
// is certainly theirs, so it is only used to ask a question.

// mostOwnBesideTicks is up to how many own lines signs are looked for: people who write more
// say it in words.
const mostOwnBesideTicks = 5

// ticksOf returns the moves that are marked with a sign in the quoted text, and the move of a row
// of our list that stands alone above it.
func ticksOf(lines []line, own []string) []string {
	if count(own) > mostOwnBesideTicks {
		return nil
	}
	var out []string
	add := func(found []string) {
		for _, m := range found {
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	above, beside := true, [][]string(nil)
	for i, l := range lines {
		text := strings.TrimLeft(l.text, "> ")
		if len(text) > 200 {
			continue
		}
		switch l.kind {
		case board:
			alone := (i == 0 || lines[i-1].kind != board) && (i+1 == len(lines) || lines[i+1].kind != board)
			if found := markedRow(text); len(found) > 0 {
				add(found)
				continue
			}
			if found := besideRow(text); len(found) > 0 {
				beside = append(beside, found)
				continue
			}
			if found := tickedIn(text); above && alone && len(found) == 0 {
				add(rowOf(text))
				continue
			}
			fallthrough
		case quoted:
			above = false
			if found := markedRow(text); len(found) > 0 {
				add(found)
				continue
			}
			if found := besideRow(text); len(found) > 0 {
				beside = append(beside, found)
				continue
			}
			add(tickedIn(text))
		case attribution, cut:
			above = false
		}
	}
	if len(beside) <= mostBeside {
		for _, found := range beside {
			add(found)
		}
	}
	return out
}

var (
	tickBefore = regexp.MustCompile(
		`(?:^|[\s|>])(?:[xX]|-{1,2}>|=>|\x{2192}|\x{21d2}|\x{2713}|\x{2714}\x{fe0f}?|\x{1f44d}|\[[xX]\]|\([xX]\))\s?[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)`)
	tickBehind = regexp.MustCompile(
		`(?:^|[\s|])[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)\s?(?:[xX]|<-{1,2}|<=|\x{2190}|\x{2713}|\x{2714}\x{fe0f}?|\x{1f44d}|\[[xX]\]|\([xX]\))(?:\s|$)`)
	listed = regexp.MustCompile(`(?:^|[\s|])[0-9]{1,3}[.)]?\s+([a-z][0-9]\S*)`)
)

// rowEnd matches the end of a row of our lists: a number and its move.
var rowEnd = regexp.MustCompile(`[\s|][0-9]{1,3}[.)]? +[a-z][0-9]{1,2}[^\s]*$`)

// endsRow reports whether a quoted line is a whole row of our lists, or the end of one.
func endsRow(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, "> "), "|") && rowEnd.MatchString(text)
}

// tickedIn lists the moves of a line beside whose number a sign is set.
func tickedIn(text string) (moves []string) {
	// Between number and move is a space, and each sign has one of those. Most lines
	// have none, and the expressions are slow.
	if !strings.ContainsAny(text, " \t\r\n\f") {
		return nil
	}
	if !strings.ContainsAny(text, "xX<>") &&
		!strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return nil
	}
	for _, form := range []*regexp.Regexp{tickBefore, tickBehind} {
		for _, m := range form.FindAllStringSubmatch(text, 3) {
			moves = append(moves, m[1])
		}
	}
	return moves
}

// rowMark matches an arrow at the end of a row or in front of it, with a few words behind it.
var rowMark = regexp.MustCompile(
	`\s(?:<[-=]{1,3}|[\x{2190}\x{21d0}\x{27f5}\x{2b05}]\x{fe0f}?)\s*(?:\pL[^|<>]{0,30})?$|^(?:-{1,3}>|={1,2}>|[\x{2192}\x{21d2}\x{27a1}]\x{fe0f}?)\s*\|`)

// markedRow lists the moves of a row of our list that is marked as a whole.
func markedRow(text string) (moves []string) {
	at := rowMark.FindStringIndex(text)
	if at == nil {
		return nil
	}
	return rowOf(text[:at[0]] + " " + text[at[1]:])
}

// mostBeside is how many rows with words beside them may be the writer's signs. In more of them a
// program has broken the list, or it is another list.
const mostBeside = 2

var (
	besideBehind = regexp.MustCompile(
		`^[ \t]+[^\s|<>].{0,40}$|^[ \t]+[<>]{1,2}[-<>= ].{0,40}$|^[ \t]+<{2,8}$|^\s+<[-=]+$`)
	besideBefore = regexp.MustCompile(`^[^\s|<>][^|<>]{0,30}$|^[-=]*>{1,3} ?$`)
)

// besideRow lists the moves of a row of our list that has other signs or words behind or in front of it.
func besideRow(text string) (moves []string) {
	before, row, ok := strings.Cut(text, "|")
	if !ok {
		return nil
	}
	all := listed.FindAllStringSubmatchIndex(row, mostOfRow+1)
	if len(all) == 0 || len(all) > mostOfRow {
		return nil
	}
	behind := row[all[len(all)-1][3]:]
	if before == "" && besideBehind.MatchString(behind) || behind == "" && besideBefore.MatchString(before) {
		return rowOf(row)
	}
	return nil
}

// mostOfRow is the greatest number of moves in a row of our lists.
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
