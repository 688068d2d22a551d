package tourrosa

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// Diagram implements rules.Position. Every cell shows its name, and below it the owner and height
// of its stack. Only the lines below the drawing have words.
func (p position) Diagram(view rules.Side, say rules.Say) string {
	canvas := petals.Clone()
	for c, at := range spots[index(sign(view))] {
		name, stack := p.label(cell(c))
		put(canvas, at, name)
		if stack != "" {
			put(canvas, spot{at.column, at.row + 1}, stack)
		}
	}
	return canvas.String() + "\n" + p.legend(say)
}

// label is the name and the stack of a cell with the marks of the last ply: (b12) it began here,
// [X5] the movers ended here, X1+ it dropped a piece here, X3- it took one from here, xO4 it
// captured this stack.
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
	case c == p.last.end():
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

// legend counts the pieces and describes the last ply.
func (p position) legend(say rules.Say) string {
	var b strings.Builder
	b.WriteString(say("X Black: %s in %s    O White: %s in %s",
		pieceCount(p.total(rules.Black)), stackCount(p.stackTotal(rules.Black)),
		pieceCount(p.total(rules.White)), stackCount(p.stackTotal(rules.White))))
	b.WriteByte('\n')
	if p.last.known() {
		for _, sentence := range p.story(say) {
			b.WriteString(fill(sentence, columns))
		}
	}
	return b.String()
}

// fill breaks a text into lines of at most width letters.
func fill(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		letters := utf8.RuneCountInString(word)
		if column > 0 && column+1+letters > width {
			b.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += letters
	}
	b.WriteByte('\n')
	return b.String()
}
