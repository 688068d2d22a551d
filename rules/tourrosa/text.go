package tourrosa

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// Describe implements rules.Describer. Stacks are listed ring by ring from the centre outwards, each
// ring clockwise from hour 12.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	view = view.Near()
	told := []string{rules.DescribeTurn(p, say)}
	told = append(told, p.describeSide(view, say), p.describeSide(view.Opponent(), say))
	if !p.outcome().Over() {
		if p.passes > 0 {
			told = append(told, say("The last turn was a pass; a second pass in a row makes a draw."))
		}
		if p.legal()[0] == pass {
			told = append(told, say("%s can only pass.", p.side.Word()))
		}
	}
	return append(told, p.Legend(say)...)
}

// Legend implements rules.LegendWriter: the last ply, and what it captured, dropped and picked up.
func (p position) Legend(say rules.SayFunc) []string {
	if !p.last.known() {
		return nil
	}
	return p.describeLast(say)
}

// describeSide lists the stacks of a side.
func (p position) describeSide(side rules.Side, say rules.SayFunc) string {
	if p.total(side) == 0 {
		return say("%s has no pieces left.", side.Word())
	}
	var stacks []cell
	for c, v := range p.cells {
		if v*sign(side) > 0 {
			stacks = append(stacks, cell(c))
		}
	}
	return say("%s has %s in %s: %s.", side.Word(),
		pieceCount(p.total(side)), stackCount(len(stacks)), p.heights(stacks, say))
}

// heights lists stacks with their heights.
func (s *state) heights(stacks []cell, say rules.SayFunc) string {
	text := make([]string, len(stacks))
	for i, c := range stacks {
		height := s.cells[c]
		text[i] = say("%d on %s", max(height, -height), c)
	}
	return strings.Join(text, ", ")
}

// describeLast describes the last ply.
func (p position) describeLast(say rules.SayFunc) []string {
	t := p.last
	who := t.before.side.Word()
	if t.ply == pass {
		return []string{say("Last move: %s passed.", who)}
	}
	var told []string
	if t.ply.stacking() {
		told = append(told, say("Last move, %s: %s stacked from %s, %s, and ended on %s.",
			t.ply.text(), who, t.ply.from(), t.ply.place().words(), t.end()))
	} else {
		told = append(told, say("Last move, %s: %s sowed from %s, %s, and ended on %s.",
			t.ply.text(), who, t.ply.from(), t.ply.place().words(), t.end()))
	}
	e := t.effects(&p.state)
	if e.captured != nil {
		told = append(told, say("Captured: %s.", t.before.heights(e.captured, say)))
	}
	if e.dropped != nil {
		told = append(told, say("Dropped on %s.", listed(e.dropped, ", ")))
	}
	if e.taken != nil {
		told = append(told, say("Picked up from %s.", listed(e.taken, ", ")))
	}
	return told
}

// Hint implements rules.PlyHinter. The line has 96 steps, so the end of a ply is hard to see.
func (p position) Hint(m rules.Move) string {
	choice, ok := plyOf(m)
	if !ok || choice == pass || p.refuse(string(m), choice) != nil {
		return ""
	}
	after := p.state
	at, _ := after.choose(choice)
	end, enemy := rose.cell[at], p.side.Opponent()
	if taken := p.total(enemy) - after.total(enemy); taken > 0 {
		return fmt.Sprintf("→ %s ×%d", end, taken)
	}
	return "→ " + end.String()
}

// DescribeMove implements rules.MoveDescriber. It includes where the turn ends and what it captures.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	choice, ok := plyOf(m)
	if !ok || p.refuse(string(m), choice) != nil {
		return string(m)
	}
	if choice == pass {
		return say("pass")
	}
	from, after := choice.from(), p.state
	at, _ := after.choose(choice)
	end := rose.cell[at]
	height := p.cells[from] * sign(p.side)
	var text string
	switch {
	case choice.stacking():
		text = say("stack from %s, %s, ending on %s", from, choice.place().words(), end)
	case height == 1:
		text = say("sow 1 piece from %s, %s, ending on %s", from, choice.place().words(), end)
	default:
		text = say("sow %d pieces from %s, %s, ending on %s", height, from, choice.place().words(), end)
	}
	if e := (trail{p.state, choice, at}).effects(&after); e.captured != nil {
		text += say(", capturing %s", p.heights(e.captured, say))
	}
	return text
}

// story describes the last ply, with the marks of the diagram.
func (p position) story(say rules.SayFunc) []string {
	t := p.last
	who := t.before.side.Word()
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
			towers = append(towers, say("%s on %s", stackText(t.before.cells[c], letters), c))
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
