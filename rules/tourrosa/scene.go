package tourrosa

import (
	"math"
	"strconv"
	"sync"

	"turnpost/rules"
)

// Sizes in the picture.
const (
	crossingRadius = 3.0
	stackRadius    = 11.0
	markRadius     = 14.0 // of rings around a stack
	markReach      = 15.5 // the space of rings and their strokes
	innerReach     = 14.5 // the same on ring a, where stacks are close
	nameSize       = 12.1
	letterWidth    = 6.8 // average in a name of that size
	letterHeight   = 9.3
)

// Scene implements rules.Drawer. Its only words are the names of the cells, each beside its cell and
// away from the centre. The last ply is drawn as its way along the line, a broken ring where it began
// and a whole ring where it ended; a thin broken ring marks picked-up pieces, a thin whole ring dropped
// pieces, and a cross a captured stack.
func (p position) Scene(view rules.Side, _ rules.Say) rules.Scene {
	s := sheetFor(view)
	picture := rules.Scene{Width: sheetSize, Height: sheetSize}
	picture.Add(boards()[s]...)
	picture.Board = len(picture.Shapes)
	if p.last.known() && p.last.ply != pass {
		picture.Add(p.way(s)...)
		picture.Add(p.marks(s)...)
	}
	for c, v := range p.cells {
		if v != 0 {
			picture.Add(stackShapes(s.cell(cell(c)), v)...)
		}
	}
	return picture
}

// boards are the boards of both sides. They are made once, because following the line takes longer than
// drawing everything on it. Callers do not change the shapes.
var boards = sync.OnceValue(func() map[sheet][]rules.Shape {
	black, white := sheetFor(rules.Black), sheetFor(rules.White)
	return map[sheet][]rules.Shape{black: black.board(), white: white.board()}
})

// board is the part that is the same in all positions.
func (s sheet) board() []rules.Shape {
	line := rules.Style{Stroke: rules.RoleLine, Width: 1.3}
	shapes := []rules.Shape{
		rules.Rect(0, 0, sheetSize, sheetSize, rules.Style{Fill: rules.RoleBack}),
		rules.Path{Points: s.outline(), Closed: true, Style: rules.Style{Fill: rules.RoleCell}},
		rules.Path{Points: s.eye(), Closed: true, Style: rules.Style{Fill: rules.RoleBack}},
		rules.Path{Points: s.hexagon(), Closed: true,
			Style: rules.Style{Stroke: rules.RoleFaint, Width: 1, Dash: []float64{3, 3}}},
		rules.Path{Points: s.course(0, lap), Closed: true, Style: line},
	}
	for c := range cell(cells) {
		shapes = append(shapes, rules.Circle{Center: s.cell(c), Radius: crossingRadius,
			Style: rules.Style{Fill: rules.RoleBack, Stroke: rules.RoleLine, Width: 1.3}})
	}
	for c := range cell(cells) {
		shapes = append(shapes,
			rules.Text{Center: s.namePoint(c), Size: nameSize, Text: c.String(), Role: rules.RoleLabel})
	}
	return shapes
}

// namePoint is the middle of a cell's name, just far enough away from the cell not to overlap a
// stack or ring there.
func (s sheet) namePoint(c cell) rules.Point {
	bearing := float64(c.bearing())
	sin, cos := math.Sincos((bearing + s.turned) * math.Pi / hours)
	half := math.Hypot(float64(len(c.String()))*letterWidth/2*sin, letterHeight/2*cos)
	away := markReach + half
	if c.ring() == 0 {
		away = innerReach + half
	}
	return s.polar(cellReach(c)+away, bearing)
}

// stackShapes is a disc with the height on it.
func stackShapes(at rules.Point, v int8) []rules.Shape {
	style := rules.Style{Fill: rules.RoleBlack, Stroke: rules.RoleOnBlack, Width: 1}
	ink := rules.RoleOnBlack
	if v < 0 {
		style = rules.Style{Fill: rules.RoleWhite, Stroke: rules.RoleOnWhite, Width: 1.6}
		ink, v = rules.RoleOnWhite, -v
	}
	return []rules.Shape{
		rules.Circle{Center: at, Radius: stackRadius, Style: style},
		rules.Text{Center: at, Size: 14, Text: strconv.Itoa(int(v)), Role: ink, Bold: true},
	}
}

// way is the part of the line that the last ply travelled, with a path for each step: there are few
// steps and many ways, and the painter caches shapes.
func (p position) way(s sheet) []rules.Shape {
	var shapes []rules.Shape
	at := p.last.ply.place()
	for range p.last.steps() {
		shapes = append(shapes,
			rules.Path{Points: s.course(at, 1), Style: rules.Style{Stroke: rules.RoleLast, Width: 3}})
		at = at.next()
	}
	return shapes
}

// marks are the marks of the cells that the last ply changed.
func (p position) marks(s sheet) []rules.Shape {
	ring := func(c cell, role rules.Role, width float64, dash ...float64) rules.Shape {
		return rules.Circle{Center: s.cell(c), Radius: markRadius,
			Style: rules.Style{Stroke: role, Width: width, Dash: dash}}
	}
	var shapes []rules.Shape
	e := p.last.effects(&p.state)
	for _, c := range e.dropped {
		shapes = append(shapes, ring(c, rules.RoleLast, 1.5))
	}
	for _, c := range e.taken {
		shapes = append(shapes, ring(c, rules.RoleFrom, 1.5, 3, 3))
	}
	for _, c := range e.captured {
		if p.cells[c] == 0 {
			shapes = append(shapes, cross(s.cell(c)))
		}
	}
	if from := p.last.ply.from(); from != p.last.end() {
		shapes = append(shapes, ring(from, rules.RoleFrom, 2.5, 5, 3))
	}
	return append(shapes, ring(p.last.end(), rules.RoleLast, 2.5))
}

// cross is two strokes in one path.
func cross(at rules.Point) rules.Shape {
	const arm = 7
	return rules.Path{
		Points: []rules.Point{
			{X: at.X - arm, Y: at.Y - arm}, {X: at.X + arm, Y: at.Y + arm}, at,
			{X: at.X + arm, Y: at.Y - arm}, {X: at.X - arm, Y: at.Y + arm},
		},
		Style: rules.Style{Stroke: rules.RoleFrom, Width: 3},
	}
}

// steps is how many steps along the line the ply made. No turn goes further than once round: by then
// every enemy stack has been jumped or has stopped it.
func (t trail) steps() int {
	steps := 1
	for at := t.ply.place().next(); at != t.at; at = at.next() {
		steps++
	}
	return steps
}
