package roses

import (
	"math"
	"slices"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The scene's measures, in units.
const (
	sceneWidth  = 360
	sceneHeight = 354
	margin      = 10
	// halfCell is half the width of a cell.
	halfCell = float64(sceneWidth-2*margin) / 11
	// nameAbove is the distance of a cell's name above its middle, and figureBelow that of its
	// piece below it, so that the name stays readable.
	nameAbove   = 22
	figureBelow = 6
	textSize    = 12
)

// edge is the length of each side of a cell, and the distance from its middle to a corner.
var edge = board.Edge(halfCell)

// sketch is a scene in the making.
type sketch struct {
	rules.Scene
	near rules.Side
}

// Scene implements rules.SceneDrawer. view's castle is at the bottom.
func (p position) Scene(view rules.Side, say rules.SayFunc) rules.Scene {
	k := sketch{board.Sheet(sceneWidth, sceneHeight), view.Near()}
	k.board()
	k.Board = len(k.Shapes)
	k.last(p.last)
	for _, row := range rows {
		for _, c := range row {
			k.figure(p.at(c), k.center(c))
		}
	}
	k.hand(p, rules.Black, say)
	k.hand(p, rules.White, say)
	return k.Scene
}

// center is the middle of a cell.
func (k *sketch) center(c cell) rules.Point {
	row := slices.IndexFunc(rows[:], func(row []cell) bool { return slices.Contains(row, c) })
	return hexes.Center(placeOf(c, row, k.near), rules.Point{X: margin, Y: sceneHeight / 2}, halfCell)
}

// board draws the part that is the same in every position: the cells and their names.
func (k *sketch) board() {
	for _, row := range rows {
		for _, c := range row {
			at := k.center(c)
			ground := rules.RoleCell
			if c.isRed() {
				ground = rules.RoleRed
			}
			k.Add(rules.Path{Points: board.Hexagon(at, edge), Closed: true, ShapeStyle: rules.ShapeStyle{Fill: ground}})
		}
	}
	for _, row := range rows {
		for _, c := range row {
			at := k.center(c)
			name := rules.Point{X: at.X, Y: at.Y - nameAbove}
			k.Add(rules.Path{Points: board.Hexagon(at, edge), Closed: true,
				ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1.5}})
			if c.isRed() {
				// The hatching of red would make the name hard to read.
				k.Add(rules.Circle{Center: name, Radius: 8.5, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleCell}})
			}
			k.Add(rules.Text{Center: name, Size: textSize, Text: c.String(), Role: rules.RoleLabel})
		}
	}
}

// last marks the cells that a ply left with a broken line and those that it entered with a whole
// line, and draws the direction of an attack.
func (k *sketch) last(m ply) {
	switch m.kind {
	case drop:
		k.mark(m.a, rules.RoleLast)
	case line, attack:
		k.mark(m.a, rules.RoleFrom)
		k.mark(m.b, rules.RoleLast)
	case translation:
		k.mark(m.a, rules.RoleFrom)
		k.mark(m.b, rules.RoleFrom)
		k.mark(m.a.plus(m.dir), rules.RoleLast)
		k.mark(m.b.plus(m.dir), rules.RoleLast)
	}
	if m.kind == attack {
		k.push(m)
	}
}

func (k *sketch) mark(c cell, role rules.ShapeRole) {
	style := rules.ShapeStyle{Stroke: role, Width: 4}
	if role == rules.RoleFrom {
		style = rules.ShapeStyle{Stroke: role, Width: 3, Dash: []float64{6, 4}}
	}
	k.Add(rules.Path{Points: board.Hexagon(k.center(c), edge-4), Closed: true, ShapeStyle: style})
}

// push draws an arrowhead on the edge over which the attacked piece was pushed.
func (k *sketch) push(m ply) {
	from, to := k.center(m.a), k.center(m.a.plus(m.dir))
	dx, dy := (to.X-from.X)/(2*halfCell), (to.Y-from.Y)/(2*halfCell)
	at := k.center(m.b)
	place := func(along, across float64) rules.Point {
		return rules.Point{X: at.X + dx*along - dy*across, Y: at.Y + dy*along + dx*across}
	}
	k.Add(rules.Path{Points: []rules.Point{place(halfCell-8, -5.5), place(halfCell+8, 0), place(halfCell-8, 5.5)},
		Closed:     true,
		ShapeStyle: rules.ShapeStyle{Fill: rules.RoleFrom, Stroke: rules.RoleBack, Width: 1}})
}

// The measures of the pieces, in units.
const (
	soldierRadius = 17
	rosePetals    = 5
	rosePoints    = 6 * rosePetals
)

// figure draws the piece on the cell with a middle, given by its letter in a position string.
func (k *sketch) figure(letter byte, middle rules.Point) {
	at := rules.Point{X: middle.X, Y: middle.Y + figureBelow}
	switch letter {
	case blackSoldier:
		k.soldier(at, rules.Black)
	case whiteSoldier:
		k.soldier(at, rules.White)
	case blackCastle:
		k.castle(at, rules.Black)
	case whiteCastle:
		k.castle(at, rules.White)
	}
}

// soldier draws a disc with a rose on it.
func (k *sketch) soldier(at rules.Point, of rules.Side) {
	_, on := board.Paint(of)
	k.Add(board.Disc(at, soldierRadius, of, 2),
		rules.Path{Points: rose(at, 10), Closed: true, ShapeStyle: rules.ShapeStyle{Stroke: on, Width: 1.5}},
		rules.Circle{Center: at, Radius: 2.5, ShapeStyle: rules.ShapeStyle{Fill: on}})
}

// rose is the outline of five petals with one at the top.
func rose(at rules.Point, radius float64) []rules.Point {
	points := make([]rules.Point, rosePoints)
	for i := range points {
		turn := 2 * math.Pi * float64(i) / rosePoints
		reach := radius * (0.6 + 0.4*math.Sqrt(math.Abs(math.Cos(turn*rosePetals/2))))
		sin, cos := math.Sincos(turn)
		points[i] = rules.Point{X: at.X + reach*sin, Y: at.Y - reach*cos}
	}
	return points
}

// castle draws a tower with three merlons and a gate.
func (k *sketch) castle(at rules.Point, of rules.Side) {
	piece, on := board.Paint(of)
	outline := []rules.Point{
		{X: -14, Y: 17}, {X: -12, Y: 0}, {X: -17, Y: -3}, {X: -17, Y: -15}, {X: -10, Y: -15}, {X: -10, Y: -10},
		{X: -4, Y: -10}, {X: -4, Y: -15},
		{X: 4, Y: -15}, {X: 4, Y: -10}, {X: 10, Y: -10}, {X: 10, Y: -15}, {X: 17, Y: -15}, {X: 17, Y: -3},
		{X: 12, Y: 0}, {X: 14, Y: 17},
	}
	gate := []rules.Point{{X: -4.5, Y: 17}, {X: -4.5, Y: 10}, {X: -3, Y: 7}, {X: 0, Y: 5}, {X: 3, Y: 7},
		{X: 4.5, Y: 10}, {X: 4.5, Y: 17}}
	course := []rules.Point{{X: -12, Y: -2}, {X: 12, Y: -2}}
	k.Add(rules.Path{Points: board.Outline(at, 1, outline...), Closed: true,
		ShapeStyle: rules.ShapeStyle{Fill: piece, Stroke: board.Rim(of), Width: 2}},
		rules.Path{Points: board.Outline(at, 1, course...), ShapeStyle: rules.ShapeStyle{Stroke: on, Width: 1.5}},
		rules.Path{Points: board.Outline(at, 1, gate...), Closed: true, ShapeStyle: rules.ShapeStyle{Fill: on}})
}

// hand writes a side's name beside its castle and, during the drops, draws its soldiers in hand. A
// half turn maps one hand to the other.
func (k *sketch) hand(p position, of rules.Side, say rules.SayFunc) {
	const (
		pitch   = 29.0
		radius  = 11.0
		fromTop = 18.0
	)
	middle := rules.Point{X: k.Width - margin - 2*pitch, Y: fromTop}
	below := 23.0
	if of == k.near {
		middle = rules.Point{X: k.Width - middle.X, Y: k.Height - middle.Y}
		below = -below
	}
	words := rules.Text{Center: middle, Size: 13, Role: rules.RoleLabel, Bold: true}
	_, hand := p.of(of)
	if p.dropping() {
		words.Text = say("%s: %d in hand", of.Word(), hand)
	} else {
		words.Text = say(string(of.Word()))
	}
	k.Add(words)
	_, on := board.Paint(of)
	for i := range int(hand) {
		at := rules.Point{X: middle.X + pitch*(float64(i)-float64(hand-1)/2), Y: middle.Y + below}
		k.Add(board.Disc(at, radius, of, 2),
			rules.Path{Points: rose(at, 6.5), Closed: true, ShapeStyle: rules.ShapeStyle{Stroke: on, Width: 1.2}})
	}
}
