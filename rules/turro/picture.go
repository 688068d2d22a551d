package turro

import (
	"strconv"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The measures of the scene. A field is taller than wide, because stones are seen slightly from the
// front: each shows its rim below the one above.
const (
	fieldWidth  = 48.0
	fieldHeight = 56.0
	margin      = 18.0 // on all sides, for the coordinates
	footer      = 16.0 // for the remark about moves
	radius      = 14.0 // of a stone
	step        = 5.2  // the visible part of a stone below the next
	shown       = 6    // stones of a tower; no stone can leave a taller one
)

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, say rules.SayFunc) rules.Scene {
	s := board.Sheet(size*fieldWidth+2*margin, size*fieldHeight+2*margin+footer)
	addBoard(&s, view)
	s.Board = len(s.Shapes)
	for c := range grid.All(view) { // the marks below the stones
		p.addMark(&s, fieldOf(c), middle(c, view))
	}
	for c := range grid.All(view) {
		p.addTower(&s, fieldOf(c), middle(c, view))
	}
	if moves := p.describeMoves(say); moves != "" {
		s.Add(rules.Text{Center: rules.Point{X: s.Width / 2, Y: s.Height - footer/2 - 2}, Size: 12, Text: moves,
			Role: rules.RoleLabel})
	}
	return s
}

// middle is the middle of a field for view.
func middle(c board.Cell, view rules.Side) rules.Point {
	x, y := grid.Seen(c, view)
	return rules.Point{X: margin + (float64(x)+0.5)*fieldWidth, Y: margin + (float64(y)+0.5)*fieldHeight}
}

// addBoard draws the part that is the same in every position for a view.
func addBoard(s *rules.Scene, view rules.Side) {
	const width, height = size * fieldWidth, size * fieldHeight
	s.Add(rules.Rect(margin, margin, width, height, rules.ShapeStyle{Fill: rules.RoleCell}))
	for _, y := range [2]float64{margin, margin + (size-1)*fieldHeight} { // the end rows decide
		s.Add(rules.Rect(margin, y, width, fieldHeight, rules.ShapeStyle{Fill: rules.RoleDark}))
	}
	thin := rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1}
	for i := 1; i < size; i++ {
		x, y := margin+float64(i)*fieldWidth, margin+float64(i)*fieldHeight
		s.Add(
			rules.Path{Points: []rules.Point{{X: x, Y: margin}, {X: x, Y: margin + height}}, ShapeStyle: thin},
			rules.Path{Points: []rules.Point{{X: margin, Y: y}, {X: margin + width, Y: y}}, ShapeStyle: thin},
		)
	}
	s.Add(rules.Rect(margin, margin, width, height, rules.ShapeStyle{Stroke: rules.RoleLine, Width: 2}))
	grid.Coordinates(s, 12, func(c board.Cell) rules.Point { return middle(c, view) },
		[2]float64{margin / 2, margin*1.5 + width}, [2]float64{margin / 2, margin*1.5 + height})
}

// addMark frames a field of the last turn: whole where a ply ended, dashed
// where it began.
func (p position) addMark(s *rules.Scene, f field, at rules.Point) {
	style := rules.ShapeStyle{}
	switch left, _ := p.marks(f); left {
	case "[":
		style = rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3}
	case "(":
		style = rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 2, Dash: []float64{5, 4}}
	default:
		return
	}
	const width, height = fieldWidth - 5, fieldHeight - 5
	s.Add(rules.Rect(at.X-width/2, at.Y-height/2, width, height, style))
}

// addTower draws the stones of a field from the bottom up, in the middle of it.
func (p position) addTower(s *rules.Scene, f field, at rules.Point) {
	h := p.towers[f].height()
	if h == 0 {
		return
	}
	n := min(h, shown)
	at.Y += float64(n-1) * step / 2
	for under := n - 1; under >= 0; under-- {
		if h > shown && under == n-1 {
			// and so on
			s.Add(rules.Circle{Center: at, Radius: radius - 0.5,
				ShapeStyle: rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLabel, Width: 1,
					Dash: []float64{2, 2}}})
		} else {
			p.addStone(s, f, under, at)
		}
		at.Y -= step
	}
	at.Y += step
	_, ink := board.Paint(p.towers[f].top().side())
	size, turro := 15.0, p.isTurro(f, 0)
	switch {
	case turro && h > 1:
		s.Add(crown(rules.Point{X: at.X, Y: at.Y - 7}, 6.5, ink))
		size, at.Y = 12, at.Y+5.5
	case turro:
		s.Add(crown(at, 9, ink))
	}
	if h > 1 {
		s.Add(rules.Text{Center: at, Size: size, Text: strconv.Itoa(h), Role: ink, Bold: true})
	}
}

// addStone draws one stone. A captured Turro, of which only the rim is seen,
// shows the points of its crown there.
func (p position) addStone(s *rules.Scene, f field, under int, at rules.Point) {
	body, ink := board.Paint(p.towers[f].under(under).side())
	s.Add(rules.Circle{Center: at, Radius: radius - 0.5,
		ShapeStyle: rules.ShapeStyle{Fill: body, Stroke: ink, Width: 1}})
	if under > 0 && p.isTurro(f, under) {
		for _, x := range [3]float64{-6, 0, 6} {
			y := radius - 3.2
			if x != 0 {
				y -= 1.6 // along the rim
			}
			s.Add(rules.Circle{Center: rules.Point{X: at.X + x, Y: at.Y + y}, Radius: 1.5,
				ShapeStyle: rules.ShapeStyle{Fill: ink}})
		}
	}
}

// crown is a crown of three points, half as wide as told, around its middle.
func crown(at rules.Point, half float64, ink rules.ShapeRole) rules.Path {
	return rules.Path{Closed: true, ShapeStyle: rules.ShapeStyle{Fill: ink}, Points: board.Outline(at, half,
		rules.Point{X: -0.85, Y: 0.7}, rules.Point{X: -1, Y: -0.45}, rules.Point{X: -0.45, Y: 0.1},
		rules.Point{X: 0, Y: -0.8},
		rules.Point{X: 0.45, Y: 0.1}, rules.Point{X: 1, Y: -0.45}, rules.Point{X: 0.85, Y: 0.7})}
}
