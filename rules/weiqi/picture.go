package weiqi

import (
	"slices"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// frame is the board where it is not drawn.
func (l *layout) frame() board.Frame { return board.Frame{Grid: l.grid} }

// square is the content of a point. The last ply ended on the point that is marked as reached, and
// took the stones that are marked as left.
func (p position) square(c board.Cell) board.Square {
	at := p.index(c)
	s := board.Square{Side: p.stones[at]}
	switch {
	case slices.Contains(p.taken, uint8(at)):
		s.Mark = board.Left
	case p.way != nil && int(p.way.ply) == at:
		s.Mark = board.Reached
	}
	return s
}

// Table implements rules.TableWriter. Both sides see the same.
func (p position) Table(rules.Side) rules.CellTable { return p.frame().Table(rules.Black, p.square) }

// Diagram implements rules.Position. Both sides see the same.
func (p position) Diagram(_ rules.Side, say rules.SayFunc) string {
	points := board.Lattice{Grid: p.grid, X: 6, Y: 1, StepX: 4, StepY: 1}
	canvas := board.NewCanvas(points.X+p.size*points.StepX+2, p.size+2)
	points.Label(canvas, rules.Black)
	for c := range p.grid.All(rules.Black) {
		x, y := points.Spot(c, rules.Black)
		s := p.square(c)
		canvas.Put(x, y, map[rules.Side]string{rules.Black: "X", rules.White: "O", rules.None: "."}[s.Side])
		switch s.Mark {
		case board.Left:
			canvas.Put(x-1, y, "(")
			canvas.Put(x+1, y, ")")
		case board.Reached:
			canvas.Put(x-1, y, "[")
			canvas.Put(x+1, y, "]")
		}
	}
	var b strings.Builder
	b.WriteString(canvas.String() + "\n")
	for _, line := range p.Remarks(say) {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// Remarks implements rules.Remarker: komi, if it is not the usual one; that a side has passed, or the score.
func (p position) Remarks(say rules.SayFunc) []string {
	var remarks []string
	if p.komi2 != usualKomi2 {
		remarks = append(remarks, say("White is given %s points at the end.",
			rules.Decimal(half(p.komi2))))
	}
	switch {
	case p.over():
		black, white := p.area()
		return append(remarks, say("Points: %s %d, %s %s.", rules.Black.Word(), black, rules.White.Word(),
			rules.Decimal(half(2*white+p.komi2))))
	case p.passed():
		return append(remarks, say("%s has passed. A second pass ends the game.", p.toMove().Opponent().Word()))
	}
	return remarks
}

// Describe implements rules.Describer.
func (p position) Describe(view rules.Side, say rules.SayFunc) []string {
	list := p.frame().Describe(p, view, say, func(c board.Cell) board.Square {
		return board.Square{Side: p.stones[p.index(c)]}
	})
	list = append(list, p.Remarks(say)...)
	switch {
	case p.way == nil || p.passed():
	case len(p.taken) > 0:
		var names []string
		for _, at := range p.taken {
			names = append(names, string(p.texts[at]))
		}
		slices.Sort(names)
		list = append(list, say("Last move: %s, taking %s.", p.texts[p.way.ply], strings.Join(names, ", ")))
	default:
		list = append(list, say("Last move: %s.", p.texts[p.way.ply]))
	}
	return list
}

// The measures of the picture, in units.
const (
	sceneSize = 344.0
	margin    = 34.0 // from the edge to the first line
	letters   = 12.5
)

// Scene implements rules.SceneDrawer. Both sides see the same.
func (p position) Scene(rules.Side, rules.SayFunc) rules.Scene {
	s := board.Sheet(sceneSize, sceneSize)
	pitch := (sceneSize - 2*margin) / float64(p.size-1)
	point := func(c board.Cell) rules.Point {
		x, y := p.grid.Seen(c, rules.Black)
		return rules.Point{X: margin + float64(x)*pitch, Y: margin + float64(y)*pitch}
	}
	p.addBoard(&s, pitch, point)
	s.Board = len(s.Shapes)
	for c := range p.grid.All(rules.Black) {
		q, at := p.square(c), point(c)
		if q.Side != rules.None {
			board.AddDisc(&s, at, 0.46*pitch, q.Side)
		}
		switch q.Mark {
		case board.Left:
			s.Add(rules.Circle{Center: at, Radius: 0.4 * pitch,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 2, Dash: []float64{3, 3}}})
		case board.Reached:
			s.Add(rules.Rect(at.X-0.5*pitch+1, at.Y-0.5*pitch+1, pitch-2, pitch-2,
				rules.ShapeStyle{Stroke: rules.RoleLast, Width: 2.5}))
		}
	}
	return s
}

// addBoard draws the part that is the same in every position.
func (l *layout) addBoard(s *rules.Scene, pitch float64, point func(board.Cell) rules.Point) {
	const board0, width = margin - 13, sceneSize - 2*margin + 26
	s.Add(rules.Rect(board0, board0, width, width, rules.ShapeStyle{Fill: rules.RoleCell}))
	thin := rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1}
	for i := range l.size {
		last := l.size - 1
		s.Add(rules.Path{Points: []rules.Point{point(board.Cell{Column: i}), point(board.Cell{Column: i, Row: last})},
			ShapeStyle: thin},
			rules.Path{Points: []rules.Point{point(board.Cell{Row: i}), point(board.Cell{Column: last, Row: i})},
				ShapeStyle: thin})
	}
	for _, at := range l.star(5) {
		s.Add(rules.Circle{Center: point(l.cell(at)), Radius: 3, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleLine}})
	}
	const out = margin - 24
	l.grid.Coordinates(s, letters, point, [2]float64{out, sceneSize - out}, [2]float64{out, sceneSize - out})
}
