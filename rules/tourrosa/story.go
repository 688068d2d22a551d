package tourrosa

import (
	"strings"

	"turnpost/rules"
)

// trail is how a position came about.
type trail struct {
	before state
	ply    ply
	end    cell // where the movers were put down
}

// known reports whether there is a last ply: a position read from text, and
// the start, have none.
func (t trail) known() bool { return t.before.side != rules.None }

// effects is what a turn did to the cells besides the two where it began and
// ended.
type effects struct {
	captured []cell // enemy stacks were removed from these
	dropped  []cell // these gained pieces of the mover's
	taken    []cell // these gave pieces of the mover's
}

// effects compares the board before the turn with the one after it.
func (t trail) effects(after *state) effects {
	var e effects
	own := sign(t.before.side)
	for c := range cell(cells) {
		before, now := t.before.cells[c]*own, after.cells[c]*own
		switch {
		case before < 0 && now >= 0:
			e.captured = append(e.captured, c)
		case c == t.end || c == t.ply.from():
		case now > before:
			e.dropped = append(e.dropped, c)
		case now < before:
			e.taken = append(e.taken, c)
		}
	}
	return e
}

// story is the last ply in words, with the marks that it left on the board.
func (p position) story(say rules.Say) []string {
	t := p.last
	who := t.before.side.Term()
	if t.ply == pass {
		return []string{say("Last: %s passed.", who)}
	}
	var story []string
	if t.ply.stacking() {
		story = append(story, say("Last: %s, %s stacked %s, (%s) to [%s].",
			t.ply.text(), who, t.ply.place().words(), t.ply.from(), t.end))
	} else {
		story = append(story, say("Last: %s, %s sowed %s, (%s) to [%s].",
			t.ply.text(), who, t.ply.place().words(), t.ply.from(), t.end))
	}
	e := t.effects(&p.state)
	if e.captured != nil {
		var towers []string
		for _, c := range e.captured {
			towers = append(towers, say("%s on %s", tower(t.before.cells[c]), c))
		}
		story = append(story, say("Captured (x): %s.", strings.Join(towers, ", ")))
	}
	if e.dropped != nil {
		story = append(story, say("Dropped on (+): %s.", listed(e.dropped, " ")))
	}
	if e.taken != nil {
		story = append(story, say("Taken from (-): %s.", listed(e.taken, " ")))
	}
	return story
}

// listed is the names of cells.
func listed(list []cell, separator string) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.String()
	}
	return strings.Join(text, separator)
}

// pieceCount is a number of pieces. None and one have sentences of their own,
// because languages differ in whether none is many.
func pieceCount(n int) rules.Phrase {
	switch n {
	case 0:
		return rules.Phrasef("0 pieces")
	case 1:
		return rules.Phrasef("1 piece")
	}
	return rules.Phrasef("%d pieces", n)
}

// stackCount is a number of stacks.
func stackCount(n int) rules.Phrase {
	switch n {
	case 0:
		return rules.Phrasef("0 stacks")
	case 1:
		return rules.Phrasef("1 stack")
	}
	return rules.Phrasef("%d stacks", n)
}

// total is how many pieces a side has.
func (s *state) total(side rules.Side) int { return int(s.pieces[index(sign(side))]) }

// stackTotal is how many stacks a side has.
func (s *state) stackTotal(side rules.Side) int {
	n := 0
	for _, v := range s.cells {
		if v*sign(side) > 0 {
			n++
		}
	}
	return n
}
