package roses

import (
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

// canvas is a sheet of characters: runes, since words may have accents.
type canvas [height][columns]rune

func (c *canvas) put(at, column int, text string) { copy(c[at][column:], []rune(text)) }

// Diagram draws the board with view's castle below.
func (p position) Diagram(view rules.Side) string { return p.DiagramIn(view, rules.English) }

// DiagramIn is Diagram with its words said by say.
func (p position) DiagramIn(view rules.Side, say rules.Say) string {
	below := nearSide(view)
	var c canvas
	for i := range c {
		for j := range c[i] {
			c[i][j] = ' '
		}
	}
	marks := p.last.marks()
	for i, row := range rows {
		for _, at := range row {
			top, column := rowLines*i, cellColumns/2*at.column()
			if below == rules.Black {
				// A half turn of the board.
				top, column = rowLines*(len(rows)-1)-top, cellColumns/2*boardColumns-column
			}
			c.hexagon(top, column, at, p.figure(at, marks))
		}
	}
	for i, text := range p.aside(below.Opponent(), say) {
		c.put(i, asideColumn, text)
	}
	for i, text := range p.aside(below, say) {
		c.put(height-3+i, asideColumn, text)
	}
	var b strings.Builder
	for i := range c {
		b.WriteString(strings.TrimRight(string(c[i][:]), " "))
		b.WriteByte('\n')
	}
	b.WriteString(p.caption(say))
	return b.String()
}

// nearSide is the side whose castle view's player sees below.
func nearSide(view rules.Side) rules.Side {
	if view == rules.White {
		return rules.White
	}
	return rules.Black
}

// boardColumns is the width of the board in half cells.
const boardColumns = 11

// column is how many half cells the middle of a cell lies to the right of the
// board's edge, when White's castle is below.
func (c cell) column() int { return int(c>>3 + c&7 - 2) }

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

// sideTerm is a side's name.
func sideTerm(side rules.Side) rules.Term {
	if side == rules.White {
		return rules.Term("White")
	}
	return rules.Term("Black")
}

// aside is the text beside a side's castle.
func (p position) aside(side rules.Side, say rules.Say) [2]string {
	name, letter := sideTerm(side), "X"
	if side == rules.White {
		letter = "O"
	}
	first := say("%s: soldiers %s, castle [%s]", name, letter, letter)
	if p.captured(side) {
		first = say("%s: soldiers %s, castle captured", name, letter)
	}
	placed, hand := p.of(side)
	second := say("%d on the board", placed.count())
	if p.dropping() {
		second += say(", %d in hand", hand)
	}
	if p.Turn() == side {
		second += say(", to move")
	}
	return [2]string{first, second}
}

// caption says what the last ply was, and what red means while it means
// something.
func (p position) caption(say rules.Say) string {
	var lines []string
	mover := sideTerm(p.turn.side.Opponent())
	switch m := p.last; {
	case m.kind == none:
	case m.kind == pass:
		lines = append(lines, say("%s passed.", mover))
	case m.kind == drop:
		lines = append(lines, say("%s dropped a soldier on %s, marked < >.", mover, m.a))
	case m.kind == attack && castles.has(m.b):
		lines = append(lines, say("%s played %s, marked < >. The castle on %s is captured.", mover, m.text(), m.b))
	case m.kind == attack && board.has(m.b.plus(m.dir)):
		lines = append(lines, say("%s played %s, marked < >. The soldier on %s was pushed to %s.", mover, m.text(), m.b, m.b.plus(m.dir)))
	case m.kind == attack:
		lines = append(lines, say("%s played %s, marked < >. The soldier on %s was captured.", mover, m.text(), m.b))
	default:
		lines = append(lines, say("%s played %s, marked < >.", mover, m.text()))
	}
	if p.dropping() {
		lines = append(lines, say("No soldier may be dropped on a red cell (:::)."))
	}
	if lines == nil {
		return ""
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}
