package tourrosa

import (
	"math"
	"strconv"
	"sync"

	"turnpost/rules"
	"turnpost/rules/scene"
)

// Sizes in the picture.
const (
	crossingRadius = 3.0
	stackRadius    = 11.0
	markRadius     = 14.0 // of rings around a stack
	markReach      = 15.5 // what rings and their strokes keep free of names
	innerReach     = 14.5 // on ring a, where the next stacks are near
	nameSize       = 12.1
	letterWidth    = 6.8 // of a name, on average, at that size
	letterHeight   = 9.3
)

// Scene implements rules.Teller. It has no words but the names of the cells: a
// name stands beside its cell, away from the centre. The last ply is the way
// that it took along the line, a broken ring where it began and a whole one
// where it ended; a thin ring is broken where pieces were picked up and whole
// where they were dropped, and a cross is a stack captured.
func (p position) Scene(view rules.Side, _ rules.Say) scene.Scene {
	s := sheetFor(view)
	picture := scene.Scene{Width: sheetSize, Height: sheetSize}
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

// boards are both sides', made once: to follow the line takes longer than all that
// stands on it. Nobody changes a shape.
var boards = sync.OnceValue(func() map[sheet][]scene.Shape {
	black, white := sheetFor(rules.Black), sheetFor(rules.White)
	return map[sheet][]scene.Shape{black: black.board(), white: white.board()}
})

// board is what is the same in all positions.
func (s sheet) board() []scene.Shape {
	line := scene.Style{Stroke: scene.Line, Width: 1.3}
	shapes := []scene.Shape{
		scene.Rect(0, 0, sheetSize, sheetSize, scene.Style{Fill: scene.Back}),
		scene.Path{Points: s.outline(), Closed: true, Style: scene.Style{Fill: scene.Cell}},
		scene.Path{Points: s.eye(), Closed: true, Style: scene.Style{Fill: scene.Back}},
		scene.Path{Points: s.hexagon(), Closed: true, Style: scene.Style{Stroke: scene.Faint, Width: 1, Dash: []float64{3, 3}}},
		scene.Path{Points: s.course(0, lap), Closed: true, Style: line},
	}
	for c := range cell(cells) {
		shapes = append(shapes, scene.Circle{Center: s.cell(c), Radius: crossingRadius,
			Style: scene.Style{Fill: scene.Back, Stroke: scene.Line, Width: 1.3}})
	}
	for c := range cell(cells) {
		shapes = append(shapes, scene.Text{Center: s.namePoint(c), Size: nameSize, Text: c.String(), Role: scene.Label})
	}
	return shapes
}

// namePoint is the middle of a cell's name: just as far from the cell that the
// name keeps off what stands on the cell, whichever way it lies.
func (s sheet) namePoint(c cell) scene.Point {
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
func stackShapes(at scene.Point, v int8) []scene.Shape {
	style := scene.Style{Fill: scene.Black, Stroke: scene.OnBlack, Width: 1}
	ink := scene.OnBlack
	if v < 0 {
		style = scene.Style{Fill: scene.White, Stroke: scene.OnWhite, Width: 1.6}
		ink, v = scene.OnWhite, -v
	}
	return []scene.Shape{
		scene.Circle{Center: at, Radius: stackRadius, Style: style},
		scene.Text{Center: at, Size: 14, Text: strconv.Itoa(int(v)), Role: ink, Bold: true},
	}
}

// way is the stretch of the line that the last ply travelled, a path for each
// step: the steps are few and the ways many, and whoever draws again what was
// drawn before has it from those.
func (p position) way(s sheet) []scene.Shape {
	var shapes []scene.Shape
	at := p.last.ply.place()
	for range p.last.steps() {
		shapes = append(shapes, scene.Path{Points: s.course(at, 1), Style: scene.Style{Stroke: scene.Last, Width: 3}})
		at = at.next()
	}
	return shapes
}

// marks are those of the cells that the last ply touched.
func (p position) marks(s sheet) []scene.Shape {
	ring := func(c cell, role scene.Role, width float64, dash ...float64) scene.Shape {
		return scene.Circle{Center: s.cell(c), Radius: markRadius, Style: scene.Style{Stroke: role, Width: width, Dash: dash}}
	}
	var shapes []scene.Shape
	e := p.last.effects(&p.state)
	for _, c := range e.dropped {
		shapes = append(shapes, ring(c, scene.Last, 1.5))
	}
	for _, c := range e.taken {
		shapes = append(shapes, ring(c, scene.From, 1.5, 3, 3))
	}
	for _, c := range e.captured {
		if p.cells[c] == 0 {
			shapes = append(shapes, cross(s.cell(c)))
		}
	}
	if from := p.last.ply.from(); from != p.last.end {
		shapes = append(shapes, ring(from, scene.From, 2.5, 5, 3))
	}
	return append(shapes, ring(p.last.end, scene.Last, 2.5))
}

// cross is two strokes in one path.
func cross(at scene.Point) scene.Shape {
	const arm = 7
	return scene.Path{
		Points: []scene.Point{
			{X: at.X - arm, Y: at.Y - arm}, {X: at.X + arm, Y: at.Y + arm}, at,
			{X: at.X + arm, Y: at.Y - arm}, {X: at.X - arm, Y: at.Y + arm},
		},
		Style: scene.Style{Stroke: scene.From, Width: 3},
	}
}

// steps is how many steps along the line the ply made. It plays the turn again,
// because the cell where it ended does not say with which heading it came there.
// No turn goes further than once round: by then every enemy stack has been
// jumped or has stopped it.
func (t trail) steps() int {
	before := t.before
	m := mover{state: &before, sign: sign(before.side), at: t.ply.place()}
	m.take(t.ply.from(), t.ply.stacking())
	if t.ply.stacking() {
		m.gather()
		m.slide()
	} else {
		m.sow()
	}
	steps := 1
	for at := t.ply.place().next(); at != m.at; at = at.next() {
		steps++
	}
	return steps
}
