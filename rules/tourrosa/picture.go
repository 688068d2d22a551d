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

// Scene implements rules.SceneDrawer. Its only words are the names of the cells, each beside its cell and
// away from the centre. The last ply is drawn as its way along the line, a broken ring where it began
// and a whole ring where it ended; a thin broken ring marks picked-up pieces, a thin whole ring dropped
// pieces, and a cross a captured stack.
func (p position) Scene(view rules.Side, _ rules.SayFunc) rules.Scene {
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
	line := rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1.3}
	shapes := []rules.Shape{
		rules.Rect(0, 0, sheetSize, sheetSize, rules.ShapeStyle{Fill: rules.RoleBack}),
		rules.Path{Points: s.outline(), Closed: true, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleCell}},
		rules.Path{Points: s.eye(), Closed: true, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleBack}},
		rules.Path{Points: s.hexagon(), Closed: true,
			ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFaint, Width: 1, Dash: []float64{3, 3}}},
		rules.Path{Points: s.course(0, lap), Closed: true, ShapeStyle: line},
	}
	for c := range cell(cells) {
		shapes = append(shapes, rules.Circle{Center: s.cell(c), Radius: crossingRadius,
			ShapeStyle: rules.ShapeStyle{Fill: rules.RoleBack, Stroke: rules.RoleLine, Width: 1.3}})
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
	style := rules.ShapeStyle{Fill: rules.RoleBlack, Stroke: rules.RoleOnBlack, Width: 1}
	ink := rules.RoleOnBlack
	if v < 0 {
		style = rules.ShapeStyle{Fill: rules.RoleWhite, Stroke: rules.RoleOnWhite, Width: 1.6}
		ink, v = rules.RoleOnWhite, -v
	}
	return []rules.Shape{
		rules.Circle{Center: at, Radius: stackRadius, ShapeStyle: style},
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
			rules.Path{Points: s.course(at, 1), ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3}})
		at = at.next()
	}
	return shapes
}

// marks are the marks of the cells that the last ply changed.
func (p position) marks(s sheet) []rules.Shape {
	ring := func(c cell, role rules.ShapeRole, width float64, dash ...float64) rules.Shape {
		return rules.Circle{Center: s.cell(c), Radius: markRadius,
			ShapeStyle: rules.ShapeStyle{Stroke: role, Width: width, Dash: dash}}
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
		ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 3},
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

// The picture is a square sheet with the centre of the rose in its middle.
const (
	sheetSize = 375.0
	tipReach  = 168.5 // of the tips of the petals from the centre
	turnReach = 50.0  // of the line where it turns inside
	midReach  = (tipReach + turnReach) / 2
	// The corners of the hexagon are outside the mean of ring b by as much as the middles of its
	// sides are inside: their ratio is 1 to cos 30 degrees.
	hexagonal = (1 - 0.8660254) / (1 + 0.8660254)
	roundness = 2.5 // added to the inner turn, which would be pointed otherwise
	smooth    = 8   // points of the line in half an hour
)

// sheet is the rose as one side sees it, turned by a number of half-hours.
type sheet struct{ turned float64 }

func sheetFor(view rules.Side) sheet {
	if view == rules.White {
		return sheet{halfHours / 2}
	}
	return sheet{}
}

// reach is the distance of the line from the centre, phase half-hours after the tip of a petal, at a
// bearing. It falls from the tip (0) over the rings (1 to 4) to its turn (5), as in the diagram, and
// rises again. Around ring b it bends slightly, so that the twelve cells there are on the sides of a
// hexagon, as in the rules; rings a and c are not affected.
func reach(phase, bearing float64) float64 {
	r := midReach + (tipReach-midReach)*math.Cos(math.Pi*phase/5)
	folded := math.Abs(math.Remainder(phase, 10))
	if toTurn := 5 - folded; toTurn < 1 {
		bend := math.Cos(math.Pi * toTurn / 2)
		r += roundness * bend * bend
	}
	fromB := math.Abs(folded - 3)
	if fromB < 1 {
		bend := math.Cos(math.Pi * fromB / 2)
		r *= 1 + hexagonal*bend*bend*math.Cos(math.Pi*bearing/2)
	}
	return r
}

// polar is the point at a reach and a bearing in half-hours.
func (s sheet) polar(reach, bearing float64) rules.Point {
	sin, cos := math.Sincos((bearing + s.turned) * math.Pi / hours)
	return rules.Point{X: sheetSize/2 + reach*sin, Y: sheetSize/2 - reach*cos}
}

// cell is the point of a cell.
func (s sheet) cell(c cell) rules.Point {
	bearing := float64(c.bearing())
	return s.polar(cellReach(c), bearing)
}

func cellReach(c cell) float64 { return reach(float64(rings-c.ring()), float64(c.bearing())) }

// course is the line from a place for a number of steps.
func (s sheet) course(from place, steps int) []rules.Point {
	points := []rules.Point{s.cell(rose.cell[from])}
	sense := -1.0
	if from.clockwise() {
		sense = 1
	}
	for range steps {
		c := rose.cell[from]
		phase := float64(rings - c.ring())
		if rose.outward[from] {
			phase = -phase
		}
		length := 1
		if next := from.next(); rose.cell[next].ring() == c.ring() {
			length = 2 // around the tip, or past the centre
		}
		for i := range length * smooth {
			gone := float64(i+1) / smooth
			bearing := float64(c.bearing()) + sense*gone
			points = append(points, s.polar(reach(phase+gone, bearing), bearing))
		}
		from = from.next()
	}
	return points
}

// outline is the line's outer edge, around the tips of the petals.
func (s sheet) outline() []rules.Point { return s.rim(rings-1, true) }

// eye is the line's inner edge, around the centre.
func (s sheet) eye() []rules.Point { return s.rim(0, false) }

// rim joins neighbouring cells of a ring by the arcs on which the line leaves the ring and returns
// to it.
func (s sheet) rim(ring int, outward bool) []rules.Point {
	var points []rules.Point
	for hour := range hours {
		from := rose.starts[cellAt(ring, hour)][startIndex(true, outward)]
		points = append(points, s.course(from, 1)...)
	}
	return points
}

// hexagon is the six corners of the hexagon.
func (s sheet) hexagon() []rules.Point {
	var corners []rules.Point
	for hour := 0; hour < hours; hour += 2 {
		corners = append(corners, s.cell(cellAt(1, hour)))
	}
	return corners
}
