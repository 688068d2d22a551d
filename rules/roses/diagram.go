package roses

import (
	"bytes"
	"fmt"
	"strings"

	"turnpost/rules"
)

// The board is drawn as hexagons that share their edges:
//
//	  / \        line 0 of a cell
//	 /b5 \       its name
//	| [X] |      what stands there
//	 \   / \     line 0 of the row below
//	  \ /b4 \
//
// The next cell of a row is six columns to the right, the next row three lines
// down and three columns to the side.
const (
	cellColumns = 6
	rowLines    = 3
	height      = 6*rowLines + 2
	columns     = 72
	// asideColumn is where the text beside a castle begins.
	asideColumn = 28
)

// canvas is a sheet of ASCII.
type canvas [height][columns]byte

func (c *canvas) put(at, column int, text string) { copy(c[at][column:], text) }

// Diagram draws the board with view's castle below.
func (p position) Diagram(view rules.Side) string {
	below := rules.White
	if view != rules.White {
		below = rules.Black
	}
	var c canvas
	for i := range c {
		copy(c[i][:], bytes.Repeat([]byte{' '}, columns))
	}
	marks := p.last.marks()
	for i, row := range rows {
		for _, at := range row {
			top, column := rowLines*i, cellColumns/2*int(at>>3+at&7-2)
			if below == rules.Black {
				// A half turn of the board.
				top, column = rowLines*(len(rows)-1)-top, cellColumns/2*11-column
			}
			c.hexagon(top, column, at, p.figure(at, marks))
		}
	}
	for i, text := range p.aside(below.Opponent()) {
		c.put(i, asideColumn, text)
	}
	for i, text := range p.aside(below) {
		c.put(height-3+i, asideColumn, text)
	}
	var b strings.Builder
	for i := range c {
		b.Write(bytes.TrimRight(c[i][:], " "))
		b.WriteByte('\n')
	}
	b.WriteString(p.caption())
	return b.String()
}

// hexagon draws one cell, of which the top corner is on line top.
func (c *canvas) hexagon(top, column int, at cell, figure string) {
	edges := [...]string{`/ \`, `/   \`, `|     |`, `\   /`, `\ /`}
	if at.isRed() {
		edges = [...]string{`/:\`, `/:::\`, `|:::::|`, `\:::/`, `\:/`}
	}
	for i, edge := range edges {
		c.put(top+i, column-len(edge)/2, edge)
	}
	c.put(top+1, column-1, at.String())
	if figure != "" {
		c.put(top+2, column-len(figure)/2, figure)
	}
}

// marks is the set of cells that a ply left or entered. The soldiers in the
// middle of a line are as they were.
func (m ply) marks() set {
	switch m.kind {
	case drop:
		return m.a.only()
	case line, attack:
		return m.a.only() | m.b.only()
	case translation:
		pair := m.a.only() | m.b.only()
		return pair | pair.shift(m.dir)
	}
	return 0
}

// figure is what is drawn within a cell: " X ", "[O]" for a castle, and angle
// brackets about what the last ply left or entered.
func (p position) figure(at cell, marks set) string {
	figure := " "
	switch p.at(at) {
	case blackSoldier:
		figure = "X"
	case whiteSoldier:
		figure = "O"
	case blackCastle:
		return "[X]"
	case whiteCastle:
		return "[O]"
	}
	switch {
	case marks.has(at):
		return "<" + figure + ">"
	case figure == " ":
		return ""
	}
	return " " + figure + " "
}

// aside is the text beside a side's castle.
func (p position) aside(side rules.Side) [2]string {
	name, letter := "Black", "X"
	if side == rules.White {
		name, letter = "White", "O"
	}
	first := fmt.Sprintf("%s: soldiers %s, castle [%s]", name, letter, letter)
	if p.captured(side) {
		first = fmt.Sprintf("%s: soldiers %s, castle captured", name, letter)
	}
	placed, hand := p.of(side)
	second := fmt.Sprintf("%d on the board", placed.count())
	if p.dropping() {
		second += fmt.Sprintf(", %d in hand", hand)
	}
	if p.Turn() == side {
		second += ", to move"
	}
	return [2]string{first, second}
}

// caption says what the last ply was, and what red means while it means
// something.
func (p position) caption() string {
	var b strings.Builder
	mover := "Black"
	if p.turn.side == rules.Black {
		mover = "White"
	}
	switch m := p.last; {
	case m.kind == none:
	case m.kind == pass:
		fmt.Fprintf(&b, "\n%s passed.\n", mover)
	case m.kind == drop:
		fmt.Fprintf(&b, "\n%s dropped a soldier on %s, marked < >.\n", mover, m.a)
	case m.kind == attack && castles.has(m.b):
		fmt.Fprintf(&b, "\n%s played %s, marked < >. The castle on %s is captured.\n", mover, m.text(), m.b)
	case m.kind == attack && board.has(m.b.plus(m.dir)):
		fmt.Fprintf(&b, "\n%s played %s, marked < >. The soldier on %s was pushed to %s.\n", mover, m.text(), m.b, m.b.plus(m.dir))
	case m.kind == attack:
		fmt.Fprintf(&b, "\n%s played %s, marked < >. The soldier on %s was captured.\n", mover, m.text(), m.b)
	default:
		fmt.Fprintf(&b, "\n%s played %s, marked < >.\n", mover, m.text())
	}
	if p.dropping() {
		if b.Len() == 0 {
			b.WriteByte('\n')
		}
		b.WriteString("No soldier may be dropped on a red cell (:::).\n")
	}
	return b.String()
}
