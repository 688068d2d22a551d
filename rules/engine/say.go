package engine

import (
	"fmt"
	"math"
)

// Lost is what a ply gave away: win, all (a win, and then it was lost), draw, hope (what
// there was, and then it was lost), or chance (some of it).
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

// Percent is a chance as it is said. What is not certain is never said to be.
func (p Prospect) Percent() int {
	n := int(math.Round(100 * p.Chance()))
	if _, known := p.Known(); !known {
		n = min(max(n, 1), 99)
	}
	return n
}

// String is a prospect in a word or two: "won", "lost" or "draw" where the game is over;
// "win N", "loss N", in so many plies, and "draw" where the end was seen; and else the
// chance, such as "52 %".
func (p Prospect) String() string {
	known, ok := p.Known()
	switch {
	case !ok:
		return fmt.Sprintf("%d %%", p.Percent())
	case known == 0:
		return "draw"
	case p.over:
		return map[int]string{+1: "won", -1: "lost"}[known]
	case p.Exact && p.Value.Plies == 0: // a file does not say how far it is
		return map[int]string{+1: "win", -1: "loss"}[known]
	case p.Exact:
		return p.Value.String()
	case known > 0:
		return fmt.Sprintf("win %d", Won-p.Score)
	}
	return fmt.Sprintf("loss %d", Won+p.Score)
}
