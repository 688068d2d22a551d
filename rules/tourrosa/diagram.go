package tourrosa

import (
	"fmt"
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

// Diagram implements rules.Position. Every cell shows its name; below it stands
// its stack, owner and height.
func (p position) Diagram(view rules.Side) string {
	board := *petals
	for c, at := range spots[index(sign(view))] {
		name, stack := p.label(cell(c))
		board.write(at, name)
		if stack != "" {
			board.write(spot{at.column, at.row + 1}, stack)
		}
	}
	return board.String() + "\n" + p.legend()
}

// label is what the board shows for a cell, the last ply marked: (b12) it began
// here, [X5] the movers ended here, X1+ it dropped a piece here, X3- it took
// one from here, xO4 it captured these here.
func (p position) label(c cell) (name, stack string) {
	name, stack = c.String(), tower(p.cells[c])
	if !p.last.known() || p.last.ply == pass {
		return name, stack
	}
	own := sign(p.last.before.side)
	before, after := p.last.before.cells[c]*own, p.cells[c]*own
	if c == p.last.ply.from() {
		name = "(" + name + ")"
	}
	switch {
	case c == p.last.end:
		stack = "[" + stack + "]"
	case stack == "" && before < 0:
		stack = "x" + tower(p.last.before.cells[c])
	case stack == "" || c == p.last.ply.from():
	case after > before:
		stack += "+"
	case after < before:
		stack += "-"
	}
	return name, stack
}

// tower writes a stack: X for Black or O for White, and the height.
func tower(v int8) string {
	switch {
	case v > 0:
		return fmt.Sprint("X", v)
	case v < 0:
		return fmt.Sprint("O", -v)
	}
	return ""
}

// legend counts the pieces and says the last ply in words.
func (p position) legend() string {
	var stacks [2]int
	for _, v := range p.cells {
		if v != 0 {
			stacks[index(v)]++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "X Black: %s in %s    O White: %s in %s\n",
		count(int(p.pieces[0]), "piece"), count(stacks[0], "stack"),
		count(int(p.pieces[1]), "piece"), count(stacks[1], "stack"))
	if p.last.known() {
		for _, sentence := range p.story() {
			b.WriteString(fill(sentence, columns))
		}
	}
	return b.String()
}

// story is the last ply in words, with the marks that it left on the board.
func (p position) story() []string {
	t := p.last
	who, verb := "Black", "sowed"
	if t.before.side == rules.White {
		who = "White"
	}
	if t.ply == pass {
		return []string{"Last: " + who + " passed."}
	}
	if t.ply.stacking() {
		verb = "stacked"
	}
	own := sign(t.before.side)
	var dropped, taken, captured []string
	for c := range cell(cells) {
		before, after := t.before.cells[c]*own, p.cells[c]*own
		switch {
		case before < 0 && after >= 0:
			captured = append(captured, tower(t.before.cells[c])+" on "+c.String())
		case c == t.end || c == t.ply.from():
		case after > before:
			dropped = append(dropped, c.String())
		case after < before:
			taken = append(taken, c.String())
		}
	}
	story := []string{fmt.Sprintf("Last: %s, %s %s %s, (%s) to [%s].",
		t.ply.text(), who, verb, t.ply.place().words(), t.ply.from(), t.end)}
	if captured != nil {
		story = append(story, "Captured (x): "+strings.Join(captured, ", ")+".")
	}
	if dropped != nil {
		story = append(story, "Dropped on (+): "+strings.Join(dropped, " ")+".")
	}
	if taken != nil {
		story = append(story, "Taken from (-): "+strings.Join(taken, " ")+".")
	}
	return story
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// fill breaks a text into lines.
func fill(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > width {
			b.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}
