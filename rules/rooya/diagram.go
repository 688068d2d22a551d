package rooya

import (
	"strings"

	"turnpost/rules"
)

// The drawing has a cell every four columns and every second line, so that the
// board looks about square. The frame of the inner plate runs in between, and
// words stand on the right.
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

// drawing is the diagram in the making, line by line. It counts letters and not
// bytes, since words may have accents.
type drawing [height][width]rune

// Diagram draws the board as view sees it. White sees it turned by a half turn.
func (p position) Diagram(view rules.Side) string { return p.DiagramIn(view, rules.English) }

// DiagramIn is Diagram with its words said by say (rules.Teller).
func (p position) DiagramIn(view rules.Side, say rules.Say) string {
	var d drawing
	for y := range d {
		for x := range d[y] {
			d[y][x] = ' '
		}
	}
	d.labels(view)
	d.frame(p.last.kind)
	for c := range cell(size * size) {
		x, y := spot(c, view)
		d[y][x] = p.symbol(c)
	}
	for _, mark := range p.marks() {
		x, y := spot(mark.cell, view)
		d[y][x-1], d[y][x+1] = rune(mark.signs[0]), rune(mark.signs[1])
	}
	for i, line := range p.words(say) {
		d.write(wordsX, firstY+i, line)
	}
	return d.String()
}

// String is the lines without trailing spaces.
func (d *drawing) String() string {
	var b strings.Builder
	for y := range d {
		b.WriteString(strings.TrimRight(string(d[y][:]), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func (d *drawing) write(x, y int, text string) { copy(d[y][x:], []rune(text)) }

// spot is where a cell is drawn.
func spot(c cell, view rules.Side) (x, y int) {
	column, row := c.column(), size-1-c.row()
	if view == rules.White {
		column, row = size-1-column, size-1-row
	}
	return firstX + column*stepX, firstY + row*stepY
}

// labels writes the columns above and below and the rows on both sides.
func (d *drawing) labels(view rules.Side) {
	for i := range size {
		x, y := spot(at(i, i), view)
		column, row := 'a'+rune(i), '1'+rune(i)
		d[0][x], d[height-1][x] = column, column
		d[y][firstX-stepX], d[y][lastX+stepX] = row, row
	}
}

// frame draws the edge of the plate that turns. After a turn it shows the way:
// one arrow a side for a quarter turn, two for a half turn.
func (d *drawing) frame(last kind) {
	edge := "+" + strings.Repeat("-", frameRight-frameLeft-1) + "+"
	d.write(frameLeft, frameTop, edge)
	d.write(frameLeft, frameBottom, edge)
	for y := frameTop + 1; y < frameBottom; y++ {
		d[y][frameLeft], d[y][frameRight] = '|', '|'
	}
	arrow := func(dx, dy int, top, right, bottom, left rune) {
		d[frameTop][middleX+dx], d[frameBottom][middleX-dx] = top, bottom
		d[middleY+dy][frameRight], d[middleY-dy][frameLeft] = right, left
	}
	switch last {
	case clockwise:
		arrow(0, 0, '>', 'v', '<', '^')
	case anticlockwise:
		arrow(0, 0, '<', '^', '>', 'v')
	case halfTurn:
		arrow(-2, -1, '>', 'v', '<', '^')
		arrow(+2, +1, '>', 'v', '<', '^')
	}
}

// symbol is what stands on a cell: X is Black, O is White.
func (p position) symbol(c cell) rune {
	switch {
	case p.men(rules.Black).has(c):
		return 'X'
	case p.men(rules.White).has(c):
		return 'O'
	}
	return '.'
}

// mark is two signs about a cell: round for a cell that the last ply left,
// square for the one that it reached.
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

// words are the lines on the right: the sides and their hands, the last ply,
// and the lines of five. A line has room for width-wordsX letters.
func (p position) words(say rules.Say) []string {
	words := []string{"X  " + p.hand(rules.Black, say), "O  " + p.hand(rules.White, say), ""}
	actor := name(p.side.Opponent())
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

// hand is the name of a side and, while placing, how many pawns are left.
func (p position) hand(side rules.Side, say rules.Say) string {
	if !p.placing() {
		return say(string(name(side)))
	}
	return say("%s, %d in hand", name(side), pawns-p.men(side).count())
}

// linesOfFive names the line that won, or those that are there and do not win.
func (p position) linesOfFive(say rules.Say) []string {
	var words []string
	winner := p.Outcome().Winner()
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for _, line := range p.men(side).aligned() {
			number, isRow := lineName(line)
			switch {
			case side == winner && isRow:
				words = append(words, say("%s has made row %s.", name(side), number))
			case side == winner:
				words = append(words, say("%s has made column %s.", name(side), number))
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

// name is "Black" or "White".
func name(side rules.Side) rules.Term {
	if side == rules.White {
		return rules.Term("White")
	}
	return rules.Term("Black")
}
