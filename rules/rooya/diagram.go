package rooya

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The diagram has a cell every four columns and every second line, which looks about square.
// The frame of the inner plate runs between the cells, and words stand on the right.
const (
	firstX, stepX = 6, 4
	firstY, stepY = 1, 2

	middleX, lastX = firstX + 2*stepX, firstX + 4*stepX
	middleY, lastY = firstY + 2*stepY, firstY + 4*stepY

	frameLeft, frameRight = firstX + stepX/2, lastX - stepX/2
	frameTop, frameBottom = firstY + stepY/2, lastY - stepY/2

	wordsX = lastX + 2*stepX
	width  = 72
	height = lastY + 2
)

// points is how the cells are drawn.
var points = board.Lattice{Grid: grid, X: firstX, Y: firstY, StepX: stepX, StepY: stepY}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	canvas := board.NewCanvas(width, height)
	points.Label(canvas, view)
	frame(canvas, p.last.kind)
	for c := range cell(size * size) {
		x, y := points.Spot(c.on(), view)
		canvas.Put(x, y, p.owner(c, "XO."))
	}
	for _, mark := range p.marks() {
		x, y := points.Spot(mark.cell.on(), view)
		canvas.Put(x-1, y, mark.signs[:1])
		canvas.Put(x+1, y, mark.signs[1:])
	}
	for i, line := range p.words(say) {
		canvas.Put(wordsX, firstY+i, line)
	}
	return canvas.String()
}

// frame draws the edge of the inner plate. After a turn it shows the direction: one arrow on
// each side for a quarter turn, two for a half turn.
func frame(canvas *board.Canvas, last kind) {
	edge := "+" + strings.Repeat("-", frameRight-frameLeft-1) + "+"
	canvas.Put(frameLeft, frameTop, edge)
	canvas.Put(frameLeft, frameBottom, edge)
	for y := frameTop + 1; y < frameBottom; y++ {
		canvas.Put(frameLeft, y, "|")
		canvas.Put(frameRight, y, "|")
	}
	arrow := func(dx, dy int, top, right, bottom, left string) {
		canvas.Put(middleX+dx, frameTop, top)
		canvas.Put(middleX-dx, frameBottom, bottom)
		canvas.Put(frameRight, middleY+dy, right)
		canvas.Put(frameLeft, middleY-dy, left)
	}
	switch last {
	case clockwise:
		arrow(0, 0, ">", "v", "<", "^")
	case anticlockwise:
		arrow(0, 0, "<", "^", ">", "v")
	case halfTurn:
		arrow(-2, -1, ">", "v", "<", "^")
		arrow(+2, +1, ">", "v", "<", "^")
	}
}

// mark is two signs around a cell: parentheses where the last ply left a cell, brackets where
// it ended.
type mark struct {
	cell  cell
	signs string
}

func (p position) marks() []mark {
	switch m := p.last; m.kind {
	case place:
		return []mark{{m.to, "[]"}}
	case move:
		return []mark{{m.from, "()"}, {m.via, "()"}, {m.to, "[]"}}
	}
	return nil
}

// words are the lines on the right: the sides and their hands, the last ply, and the lines of
// five. A line has room for width-wordsX letters.
func (p position) words(say rules.SayFunc) []string {
	words := []string{"X  " + p.hand(rules.Black, say), "O  " + p.hand(rules.White, say), ""}
	actor := p.side.Opponent().Word()
	switch m := p.last; m.kind {
	case place:
		words = append(words, say("%s placed [%s].", actor, m.text()), "")
	case move:
		if p.own.has(m.via) {
			words = append(words, say("%s exchanged %s:", actor, m.text()))
		} else {
			words = append(words, say("%s moved %s:", actor, m.text()))
		}
		words = append(words, say("from ( ) to [ ]."), "")
	case clockwise, anticlockwise:
		words = append(words, say("%s turned the framed plate", actor), say("a quarter, %s.", m.text()), "")
	case halfTurn:
		words = append(words, say("%s turned the framed plate", actor), say("half round, %s.", m.text()), "")
	default:
		words = append(words, say("The framed plate can turn."), "")
	}
	return append(words, p.linesOfFive(say)...)
}

// hand is the name of a side and, during placing, its number of pawns in hand.
func (p position) hand(side rules.Side, say rules.SayFunc) string {
	if !p.placing() {
		return say(string(side.Word()))
	}
	return say("%s, %d in hand", side.Word(), pawns-p.men(side).count())
}

// Remarks implements rules.Remarker: the lines that won, and the full lines that did not.
func (p position) Remarks(say rules.SayFunc) []string { return p.linesOfFive(say) }

// linesOfFive names the lines that won or, while the game goes on, the full lines that do not
// win.
func (p position) linesOfFive(say rules.SayFunc) []string {
	var words []string
	winner := p.Outcome().Winner()
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for _, line := range p.men(side).aligned() {
			number, isRow := lineName(line)
			switch {
			case side == winner && isRow:
				words = append(words, say("%s has made row %s.", side.Word(), number))
			case side == winner:
				words = append(words, say("%s has made column %s.", side.Word(), number))
			case winner != rules.None:
			case isRow:
				words = append(words, say("Row %s was full before: no win.", number))
			default:
				words = append(words, say("Column %s was full before: no win.", number))
			}
		}
	}
	return words
}
