package mail

import (
	"slices"
	"strings"
)

// Some people answer a list by a sign beside one of its moves, or by a row copied from
// it. Neither is surely theirs, so it is found for a question alone.

// mostOwnBesideTicks is how many lines of the writer's own there may be where signs are
// looked for: who writes more says it in words.
const mostOwnBesideTicks = 5

// ticksOf lists the moves beside which a sign was set in what is quoted, and that of a
// row of our list that stands alone above it all.
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
	above := true
	for i, l := range lines {
		text := strings.TrimLeft(l.text, "> ")
		if len(text) > 200 {
			continue
		}
		switch l.kind {
		case board:
			alone := (i == 0 || lines[i-1].kind != board) && (i+1 == len(lines) || lines[i+1].kind != board)
			if found := tickedIn(text); above && alone && len(found) == 0 {
				add(rowOf(text))
				continue
			}
			fallthrough
		case quoted:
			above = false
			add(tickedIn(text))
		case attribution, cut:
			above = false
		}
	}
	return out
}
