package postmortem

import (
	"math"

	"turnpost/rules/engine"
)

// Lost is what a ply gave away: win, all (a win, and then it was lost), draw, hope (what
// there was, and then it was lost), or chance (some of it).
func Lost(j engine.Judged) string {
	before, sure := j.Before.Known()
	after, known := j.After.Known()
	beaten := known && after < 0
	switch {
	case sure && before > 0 && beaten:
		return "all"
	case sure && before > 0:
		return "win"
	case sure && before == 0:
		return "draw"
	case beaten:
		return "hope"
	}
	return "chance"
}

// Percent is a chance as it is said. What is not certain is never said to be.
func Percent(p engine.Prospect) int {
	n := int(math.Round(100 * p.Chance()))
	if _, known := p.Known(); !known {
		n = min(max(n, 1), 99)
	}
	return n
}
