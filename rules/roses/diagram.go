package roses

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// hexes is the board as it is drawn with White's castle at the bottom.
var hexes = board.Hex{Rows: len(rows), Width: 11}

const (
	columns = 72
	// asideColumn is where the text beside a castle begins.
	asideColumn = 28
)

// Diagram implements rules.Position. view's castle is at the bottom.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	below := view.Near()
	_, height := hexes.Size()
	canvas := board.NewCanvas(columns, height)
	marks := p.last.marks()
	for i, row := range rows {
		for _, c := range row {
			hexes.Draw(canvas, placeOf(c, i, below), c.String(), p.figure(c, marks), c.isRed())
		}
	}
	for i, text := range p.aside(below.Opponent(), say) {
		canvas.Put(asideColumn, i, text)
	}
	for i, text := range p.aside(below, say) {
		canvas.Put(asideColumn, height-3+i, text)
	}
	return canvas.String() + p.caption(say)
}

// placeOf is the place of a cell of a row with a side's castle at the bottom. Its letter and number
// say how many half cells it is from the edge.
func placeOf(c cell, row int, below rules.Side) board.HexPlace {
	place := board.HexPlace{Row: row, Column: int(c>>3 + c&7 - 2)}
	if below == rules.Black {
		return hexes.Turned(place)
	}
	return place
}

// marks is the set of cells that a ply left or entered. The soldiers in the middle of a line are
// unchanged.
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

// figure is the text inside a cell: " X ", "[O]" for a castle, and angle brackets around a cell that
// the last ply left or entered.
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
func (p position) aside(side rules.Side, say rules.SayFunc) [2]string {
	name, letter := side.Word(), "X"
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

// caption describes the last ply and, during the drops, the meaning of red cells.
func (p position) caption(say rules.SayFunc) string {
	var lines []string
	mover := p.turn.side.Opponent().Word()
	switch m := p.last; {
	case m.kind == none:
	case m.kind == pass:
		lines = append(lines, say("%s passed.", mover))
	case m.kind == drop:
		lines = append(lines, say("%s dropped a soldier on %s, marked < >.", mover, m.a))
	case m.kind == attack && castles.has(m.b):
		lines = append(lines, say("%s played %s, marked < >. The castle on %s is captured.", mover, m.text(), m.b))
	case m.kind == attack && whole.has(m.b.plus(m.dir)):
		lines = append(lines,
			say("%s played %s, marked < >. The soldier on %s was pushed to %s.", mover, m.text(), m.b, m.b.plus(m.dir)))
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
