package tourrosa

import (
	"math"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// Diagram implements rules.Position. Every cell shows its name, and below it the owner and height
// of its stack. Only the lines below the drawing have words.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
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

// letters are those of Black's and White's stacks in the diagram.
const letters = "XO"

// label is the name and the stack of a cell with the marks of the last ply: (b12) it began here,
// [X5] the movers ended here, X1+ it dropped a piece here, X3- it took one from here, xO4 it
// captured this stack.
func (p position) label(c cell) (name, stack string) {
	name, stack = c.String(), stackText(p.cells[c], letters)
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
		stack = "x" + stackText(p.last.before.cells[c], letters)
	case stack == "" || c == p.last.ply.from():
	case after > before:
		stack += "+"
	case after < before:
		stack += "-"
	}
	return name, stack
}

// legend counts the pieces and describes the last ply.
func (p position) legend(say rules.SayFunc) string {
	var b strings.Builder
	b.WriteString(say("X Black: %s in %s    O White: %s in %s",
		pieceCount(p.total(rules.Black)), stackCount(p.stackTotal(rules.Black)),
		pieceCount(p.total(rules.White)), stackCount(p.stackTotal(rules.White))))
	b.WriteByte('\n')
	if p.last.known() {
		for _, sentence := range p.story(say) {
			b.WriteString(board.Wrap(sentence, columns))
		}
	}
	return b.String()
}

// The diagram draws the line of the rose as dots, half as high as wide, because a letter is about twice
// as high as wide.
const (
	tipRadius    = 33.0 // of the tips of the petals, in columns
	middleRadius = 20.2 // halfway from the tips to where the line turns inside
	flatness     = 0.5
	middleColumn = 33
	middleRow    = 16
	columns      = 2*middleColumn + 1
	rows         = 2*middleRow + 1
)

// spot is the place of a cell's name; its stack is on the line below.
type spot struct{ column, row int }

// radius is the distance of the line from the centre, phase half-hours before or after the tip of a
// petal. It falls from the tip (0) over the four rings (1 to 4) to its turn near the centre (5).
func radius(phase float64) float64 {
	return middleRadius + (tipRadius-middleRadius)*math.Cos(math.Pi*phase/5)
}

// plot is the spot at a radius and a bearing in half-hours.
func plot(radius, bearing float64) spot {
	sin, cos := math.Sincos(bearing * math.Pi / hours)
	return spot{
		column: middleColumn + int(math.Round(radius*sin)),
		row:    middleRow - int(math.Round(radius*cos*flatness)),
	}
}

// petals is the line alone. A petal is ten half-hours long, to the centre and out again; twelve petals
// are the whole line, five times round. The tips are on the half-hours, between the two cells of ring d
// that they join.
var petals = drawPetals()

func drawPetals() *board.Canvas {
	const dots = 120 * 6
	c := board.NewCanvas(columns, rows)
	for i := range dots {
		phase := 120 * float64(i) / dots
		s := plot(radius(phase), phase+1)
		c.Put(s.column, s.row, ".")
	}
	return c
}

// spots are the places of the cells, for Black with hour 12 at the top, for White after a half turn.
var spots = [2]*[cells]spot{layOut(0), layOut(halfHours / 2)}

func layOut(turned int) *[cells]spot {
	var s [cells]spot
	for c := range cell(cells) {
		phase := float64(rings - c.ring())
		s[c] = plot(radius(phase), float64(c.bearing()+turned))
	}
	return &s
}

// put writes a text centred at a spot, and clears the dots beside it.
func put(c *board.Canvas, at spot, text string) { c.Put(at.column-len(text)/2-1, at.row, " "+text+" ") }
