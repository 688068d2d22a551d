package tourrosa

import (
	"strings"

	"turnpost/rules"
)

// trail is the last ply and the state before it.
type trail struct {
	before state
	ply    ply
	at     place // where the movers were put down
}

// end is the cell on which the movers were put down.
func (t trail) end() cell { return rose.cell[t.at] }

// known reports whether there is a last ply: the start and a position that was read from text have
// none.
func (t trail) known() bool { return t.before.side != rules.None }

// effects are the changes of a turn to cells other than the two where it began and ended.
type effects struct {
	captured []cell // enemy stacks were removed
	dropped  []cell // own pieces were added
	taken    []cell // own pieces were removed
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
		case c == t.end() || c == t.ply.from():
		case now > before:
			e.dropped = append(e.dropped, c)
		case now < before:
			e.taken = append(e.taken, c)
		}
	}
	return e
}

// story describes the last ply, with the marks of the diagram.
func (p position) story(say rules.Say) []string {
	t := p.last
	who := t.before.side.Term()
	if t.ply == pass {
		return []string{say("Last: %s passed.", who)}
	}
	var story []string
	if t.ply.stacking() {
		story = append(story, say("Last: %s, %s stacked %s, (%s) to [%s].",
			t.ply.text(), who, t.ply.place().words(), t.ply.from(), t.end()))
	} else {
		story = append(story, say("Last: %s, %s sowed %s, (%s) to [%s].",
			t.ply.text(), who, t.ply.place().words(), t.ply.from(), t.end()))
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

// listed joins the names of cells.
func listed(list []cell, separator string) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.String()
	}
	return strings.Join(text, separator)
}

// pieceCount is a number of pieces. 0 and 1 have phrases of their own, because languages differ in
// whether 0 is plural.
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

// total is the number of pieces of a side.
func (s *state) total(side rules.Side) int { return int(s.pieces[index(sign(side))]) }

// stackTotal is the number of stacks of a side.
func (s *state) stackTotal(side rules.Side) int {
	n := 0
	for _, v := range s.cells {
		if v*sign(side) > 0 {
			n++
		}
	}
	return n
}
