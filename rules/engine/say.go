package engine

import (
	"fmt"
	"math"
)

// Lost is what a ply gave away: "all" (a win, and the game is lost now), "win", "draw", "hope" (an
// undecided game that is lost now), or "chance".
func (j Judged) Lost() string {
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

// Percent is the chance in percent. It is 0 or 100 only if the result is known.
func (p Prospect) Percent() int {
	n := int(math.Round(100 * p.Chance()))
	if _, known := p.Known(); !known {
		n = min(max(n, 1), 99)
	}
	return n
}

// String is "won", "lost" or "draw" if the game is over; "win N" or "loss N", in N plies, or "draw"
// if the result is known; and otherwise the chance, such as "52 %".
func (p Prospect) String() string {
	known, ok := p.Known()
	switch {
	case !ok:
		return fmt.Sprintf("%d %%", p.Percent())
	case known == 0:
		return "draw"
	case p.over:
		return map[int]string{+1: "won", -1: "lost"}[known]
	case p.Exact && p.Value.Plies == 0: // a file has no distances
		return map[int]string{+1: "win", -1: "loss"}[known]
	case p.Exact:
		return p.Value.String()
	case known > 0:
		return fmt.Sprintf("win %d", Won-p.Score)
	}
	return fmt.Sprintf("loss %d", Won+p.Score)
}
