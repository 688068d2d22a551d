package hex

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The diagram has a cell every four columns; each row is shifted by half a cell against the one above.
const (
	firstX, stepX, shift = 6, 4, 2
	width                = firstX + (size-1)*(stepX+shift) + stepX + 2
)

// Diagram implements rules.Position. Both sides see the same.
func (p position) Diagram(_ rules.Side, say rules.SayFunc) string {
	canvas := board.NewCanvas(width, size+2)
	for i := range size {
		c, skew := board.Cell{Column: i, Row: i}, i*shift
		canvas.Put(firstX+i*stepX-shift, 0, c.Letter())
		canvas.Put(firstX+i*stepX+size*shift, size+1, c.Letter())
		canvas.Put(firstX+skew-shift-len(c.Number()), i+1, c.Number())
		canvas.Put(firstX+skew+size*stepX-1, i+1, c.Number())
	}
	for i, side := range p.stones {
		c := cellAt(i)
		x, y := firstX+c.Column*stepX+c.Row*shift, c.Row+1
		canvas.Put(x, y, map[rules.Side]string{rules.Black: "X", rules.White: "O", rules.None: "."}[side])
		switch i + 1 {
		case int(p.last):
			canvas.Put(x-1, y, "[")
			canvas.Put(x+1, y, "]")
		case int(p.left):
			canvas.Put(x-1, y, "(")
			canvas.Put(x+1, y, ")")
		}
	}
	var b strings.Builder
	b.WriteString(canvas.String() + "\n")
	for _, line := range append([]string{edges(say)}, p.Remarks(say)...) {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// edges says which edges each side joins.
func edges(say rules.SayFunc) string {
	return say("%s (X) joins rows 1 and 11, %s (O) columns a and k.", rules.Black.Word(), rules.White.Word())
}

// Remarks implements rules.Remarker: that White can swap.
func (p position) Remarks(say rules.SayFunc) []string {
	if p.turn() == rules.None || !p.canSwap() {
		return nil
	}
	return []string{say("Instead of placing a stone, %s can take this one: swap.", rules.White.Word())}
}

// frame is the board where it is not drawn.
var frame = board.Frame{Grid: grid}

// Table implements rules.TableWriter.
func (p position) Table(rules.Side) rules.CellTable {
	t := frame.Table(rules.Black, func(c board.Cell) board.Square {
		s := board.Square{Side: p.stones[index(c)]}
		if index(c) == int(p.last)-1 {
			s.Mark = board.Reached
		}
		return s
	})
	t.Skewed = true
	return t
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	list := frame.Describe(p, view, say, func(c board.Cell) board.Square {
		return board.Square{Side: p.stones[index(c)]}
	})
	list = append(list, edges(say))
	list = append(list, p.Remarks(say)...)
	switch {
	case p.left != 0:
		list = append(list, say("Last move: swap. The stone on %s became a stone of %s on %s.", cellAt(int(p.left-1)),
			rules.White.Word(), cellAt(int(p.last-1))))
	case p.last != 0:
		list = append(list, say("Last move: %s.", cellAt(int(p.last-1))))
	}
	return list
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	if m != swapText || !p.isLegal(swap) {
		return string(m)
	}
	at := p.only()
	return say("swap: the stone on %s becomes yours, on %s", cellAt(at), cellAt(mirrored(at)))
}

// The measures of the picture, in units.
const (
	sceneWidth  = 360.0
	sceneHeight = 250.0
	margin      = 22.0 // left and right, for the edges and the names of the rows
	half        = (sceneWidth - 2*margin) / (2*size + size - 1)
	radius      = 0.82 * half // of a stone
	letters     = 12.6
)

var hexes = board.Hex{Rows: size, Width: 2*size + size - 1}

// middle is the middle of a cell.
func middle(c board.Cell) rules.Point {
	place := board.HexPlace{Row: c.Row, Column: 2*c.Column + c.Row + 1}
	return hexes.Center(place, rules.Point{X: margin, Y: sceneHeight / 2}, half)
}

// Scene implements rules.SceneDrawer. Both sides see the same.
func (p position) Scene(_ rules.Side, _ rules.SayFunc) rules.Scene {
	s := board.Sheet(sceneWidth, sceneHeight)
	addBoard(&s)
	s.Board = len(s.Shapes)
	for i, side := range p.stones {
		at := middle(cellAt(i))
		if side != rules.None {
			board.AddDisc(&s, at, radius, side)
		}
		switch i + 1 {
		case int(p.last):
			s.Add(rules.Path{Points: board.Hexagon(at, board.Edge(half)-1), Closed: true,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: 2.5}})
		case int(p.left):
			s.Add(rules.Path{Points: board.Hexagon(at, board.Edge(half)-1), Closed: true,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 2, Dash: []float64{3, 3}}})
		}
	}
	return s
}

// addBoard draws the part that is the same in every position.
func addBoard(s *rules.Scene) {
	edge := func(side rules.Side, from, to board.Cell, out rules.Point) {
		a, b := middle(from), middle(to)
		piece, _ := board.Paint(side)
		s.Add(rules.Path{Closed: true, ShapeStyle: rules.ShapeStyle{Fill: piece, Stroke: board.Rim(side), Width: 1},
			Points: []rules.Point{a, b, {X: b.X + out.X, Y: b.Y + out.Y}, {X: a.X + out.X, Y: a.Y + out.Y}}})
	}
	const last = size - 1
	corner := [4]board.Cell{{}, {Column: last}, {Column: last, Row: last}, {Row: last}}
	edge(rules.Black, corner[0], corner[1], rules.Point{X: -half / 2, Y: -1.55 * half})
	edge(rules.Black, corner[3], corner[2], rules.Point{X: half / 2, Y: 1.55 * half})
	edge(rules.White, corner[0], corner[3], rules.Point{X: -1.55 * half, Y: 0})
	edge(rules.White, corner[1], corner[2], rules.Point{X: 1.55 * half, Y: 0})
	for i := range cells {
		s.Add(rules.Path{Points: board.Hexagon(middle(cellAt(i)), board.Edge(half)), Closed: true,
			ShapeStyle: rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 1}})
	}
	name := func(at rules.Point, text string) {
		s.Add(rules.Text{Center: at, Size: letters, Text: text, Role: rules.RoleLabel})
	}
	for i := range size {
		c := board.Cell{Column: i, Row: i}
		top, bottom := middle(board.Cell{Column: i}), middle(board.Cell{Column: i, Row: last})
		left, right := middle(board.Cell{Row: i}), middle(board.Cell{Column: last, Row: i})
		name(rules.Point{X: top.X - half, Y: top.Y - 2.4*half}, c.Letter())
		name(rules.Point{X: bottom.X + half, Y: bottom.Y + 2.5*half}, c.Letter())
		name(rules.Point{X: left.X - 2.4*half, Y: left.Y}, c.Number())
		name(rules.Point{X: right.X + 2.4*half, Y: right.Y}, c.Number())
	}
}
