package mills

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// seat is a view as a rules.Grid has it: White, who begins, sits where row 1 is.
func seat(view rules.Side) rules.Side {
	if view == rules.White {
		return rules.Black
	}
	return rules.White
}

// lattice is the places of the points in a diagram.
var lattice = board.Lattice{Grid: grid, X: 8, Y: 1, StepX: 6, StepY: 2}

// square is what stands on a cell.
func (p position) square(c board.Cell) (s board.Square) {
	q, ok := pointOf(c)
	if !ok {
		return s
	}
	for side := range p.of {
		if p.of[side].has(q) {
			s.Side = sideOf(uint8(side))
		}
	}
	switch {
	case p.last == noPly:
	case q == p.last.to():
		s.Mark = board.Reached
	case q == p.last.from(), q == p.last.taken():
		s.Mark = board.Left
	}
	return s
}

// Diagram implements rules.Position.
func (p position) Diagram(view rules.Side, say rules.SayFunc) string {
	canvas := board.NewCanvas(58, 15)
	lattice.Label(canvas, seat(view))
	for _, line := range lines {
		on := strings.Fields(line)
		a, _ := grid.Cell(on[0])
		b, _ := grid.Cell(on[2])
		x1, y1 := lattice.Spot(a, seat(view))
		x2, y2 := lattice.Spot(b, seat(view))
		for x := min(x1, x2); x <= max(x1, x2) && y1 == y2; x++ {
			canvas.Put(x, y1, "-")
		}
		for y := min(y1, y2); y <= max(y1, y2) && x1 == x2; y++ {
			canvas.Put(x1, y, "|")
		}
	}
	for q := range point(points) {
		x, y := lattice.Spot(q.cell(), seat(view))
		s := p.square(q.cell())
		sign := map[rules.Side]string{rules.None: ".", rules.Black: "X", rules.White: "O"}[s.Side]
		switch s.Mark {
		case board.Left:
			sign = "(" + sign + ")"
		case board.Reached:
			sign = "[" + sign + "]"
		default:
			sign = " " + sign + " "
		}
		canvas.Put(x-1, y, sign)
	}
	drawn := canvas.String() + "\n    " + say("X Black, O White. Last move: [ ]; left or taken: ( ).") + "\n"
	for _, remark := range p.Remarks(say) {
		drawn += board.Indented(remark)
	}
	return drawn
}

// Remarks implements rules.Remarker.
func (p position) Remarks(say rules.SayFunc) (remarks []string) {
	if p.ending != none {
		return nil
	}
	if p.hand[0]+p.hand[1] > 0 {
		return []string{say("To be placed: White %d, Black %d.", p.hand[0], p.hand[1])}
	}
	if p.flies() {
		remarks = append(remarks, say("%s has three pieces left and may fly to any point.", sideOf(p.side).Word()))
	}
	if p.count >= fiftyPlies/2 {
		remarks = append(remarks, say("Drawn after %d more moves without a capture.",
			fiftyPlies-p.count))
	}
	return remarks
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	return append(board.Frame{Grid: grid}.Describe(p, view, say, p.square), p.Remarks(say)...)
}

// DescribeMove implements rules.MoveDescriber.
func (p position) DescribeMove(m rules.Move, say rules.SayFunc) string {
	for _, q := range p.plies() {
		if q.text() != m {
			continue
		}
		said := say("onto %s", q.to())
		if q.from() != nowhere {
			said = say("from %s to %s", q.from(), q.to())
		}
		if q.taken() != nowhere {
			said = say("%s, a mill, taking the piece on %s", said, q.taken())
		}
		return said
	}
	return string(m)
}

// The measures of the picture, in units.
const (
	width  = 344.0
	margin = 40.0
	step   = (width - 2*margin) / 6
)

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
	s := board.Sheet(width, width)
	at := func(c board.Cell) rules.Point {
		x, y := grid.Seen(c, seat(view))
		return rules.Point{X: margin + step*float64(x), Y: margin + step*float64(y)}
	}
	s.Add(rules.Rect(margin/2, margin/2, width-margin, width-margin,
		rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 1}))
	for _, line := range lines {
		on := strings.Fields(line)
		a, _ := grid.Cell(on[0])
		b, _ := grid.Cell(on[2])
		s.Add(rules.Path{Points: []rules.Point{at(a), at(b)},
			ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLine, Width: 2}})
	}
	for q := range point(points) {
		s.Add(rules.Circle{Center: at(q.cell()), Radius: 4, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleLine}})
	}
	grid.Coordinates(&s, 12.5, at, [2]float64{10, width - 10}, [2]float64{10, width - 10})
	s.Board = len(s.Shapes)
	for q := range point(points) {
		square := p.square(q.cell())
		if square.Side != rules.None {
			board.AddDisc(&s, at(q.cell()), 13, square.Side)
		}
		switch square.Mark {
		case board.Left:
			s.Add(rules.Circle{Center: at(q.cell()), Radius: 16.5,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 3, Dash: []float64{5, 4}}})
		case board.Reached:
			s.Add(rules.Circle{Center: at(q.cell()), Radius: 16.5,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3}})
		}
	}
	return s
}
