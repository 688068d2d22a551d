package verify

import (
	"fmt"

	"turnpost/rules"
)

// The most that a player has of conditional lines in a game, as the club takes them.
const mostLines = 100

// lines reads the conditional lines of a game: they are a player's for the opponent's
// next turn. What stands below "*" was written for no board that was known, and may not
// fit the one that came, so it has only the form of moves.
func (w *world) lines(g *played) (faults []Fault) {
	count, twice := map[int64]int{}, map[line]bool{}
	for _, l := range g.lines {
		say := func(format string, args ...any) {
			faults = append(faults, sayf(g.ID, "line", "a conditional line of player %d, %q, %s", l.player, l.text, fmt.Sprintf(format, args...)))
		}
		if count[l.player]++; count[l.player] == mostLines+1 {
			say("is one of more than %d", mostLines)
		}
		if twice[l] {
			say("stands there twice")
			continue
		}
		twice[l] = true
		read, missing := rules.ParseConditionals(l.text)
		if missing != "" || len(read) != 1 || read[0].String() != l.text {
			say("cannot be read")
			continue
		}
		if g.Over() || l.player != g.Black && l.player != g.White {
			continue // which the ledgers say
		}
		if (g.record.Turn() == rules.Black) == (l.player == g.Black) {
			say("stands in its player's own turn")
			continue
		}
		n := g.record.Len()
		for n > 0 && g.record.At(n-1).Turn() == g.record.Turn() {
			n--
		}
		canonical, err := rules.CanonicalConditional(g.record.Until(n), read[0])
		if err == nil && canonical.String() == l.text {
			continue
		}
		formed := true
		for _, step := range read[0] {
			for _, text := range []string{step.On, step.Answer} {
				if text != rules.AnyTurn && !rules.BeginsWithPly(g.record.Game(), text) {
					say("has %q for a move", text)
					formed = false
				}
			}
		}
		if formed && !g.beneath(l.player) {
			say("is none that can be played from this board")
		}
	}
	return faults
}

// beneath reports whether lines of a player may be what stood below another that has answered
// for them, or whether that is not known. Else they were written for this board.
func (g *played) beneath(player int64) bool {
	if g.Undone > 0 {
		return true
	}
	mine := rules.Black
	if player == g.White {
		mine = rules.White
	}
	last := len(g.plies) - 1
	for last >= 0 && g.record.At(last).Turn() != mine {
		last--
	}
	if last < 0 {
		return false // they have not played yet
	}
	for last > 0 && g.record.At(last-1).Turn() == mine {
		last--
	}
	p := g.plies[last]
	return p.Letter == 0 || p.sender != player || last > 0 && g.plies[last-1].Letter == p.Letter
}
