package roses

import (
	"slices"

	"turnpost/rules"
	"turnpost/rules/board"
	"turnpost/rules/scene"
)

// The scene's measures, in units.
const (
	sceneWidth  = 360
	sceneHeight = 354
	margin      = 10
	// halfCell is half the width of a cell.
	halfCell = float64(sceneWidth-2*margin) / 11
	// nameAbove is how far a cell's name stands above its middle, and figureBelow
	// how far its piece stands below: the name stays readable.
	nameAbove   = 22
	figureBelow = 6
	textSize    = 12
)

// edge is the length of each side of a cell, and the way from its middle to a
// corner.
var edge = board.Edge(halfCell)

// sketch is a scene in the making.
type sketch struct {
	scene.Scene
	near rules.Side
}

// Scene draws the board with view's castle below.
func (p position) Scene(view rules.Side, say rules.Say) scene.Scene {
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
func (k *sketch) center(c cell) scene.Point {
	row := slices.IndexFunc(rows[:], func(row []cell) bool { return slices.Contains(row, c) })
	return hexes.Center(placeOf(c, row, k.near), scene.Point{X: margin, Y: sceneHeight / 2}, halfCell)
}

// board draws what is the same in every position: the cells and their names.
func (k *sketch) board() {
	for _, row := range rows {
		for _, c := range row {
			at := k.center(c)
			ground := scene.Cell
			if c.isRed() {
				ground = scene.Red
			}
			k.Add(scene.Path{Points: board.Hexagon(at, edge), Closed: true, Style: scene.Style{Fill: ground}})
		}
	}
	for _, row := range rows {
		for _, c := range row {
			at := k.center(c)
			name := scene.Point{X: at.X, Y: at.Y - nameAbove}
			k.Add(scene.Path{Points: board.Hexagon(at, edge), Closed: true, Style: scene.Style{Stroke: scene.Line, Width: 1.5}})
			if c.isRed() {
				// The hatching of red would make the name hard to read.
				k.Add(scene.Circle{Center: name, Radius: 8.5, Style: scene.Style{Fill: scene.Cell}})
			}
			k.Add(scene.Text{Center: name, Size: textSize, Text: c.String(), Role: scene.Label})
		}
	}
}

// last marks the cells that a ply left with a broken line and those that it
// entered with a whole one, and points where an attack pushes.
func (k *sketch) last(m ply) {
	switch m.kind {
	case drop:
		k.mark(m.a, scene.Last)
	case line, attack:
		k.mark(m.a, scene.From)
		k.mark(m.b, scene.Last)
	case translation:
		k.mark(m.a, scene.From)
		k.mark(m.b, scene.From)
		k.mark(m.a.plus(m.dir), scene.Last)
		k.mark(m.b.plus(m.dir), scene.Last)
	}
	if m.kind == attack {
		k.push(m)
	}
}

func (k *sketch) mark(c cell, role scene.Role) {
	style := scene.Style{Stroke: role, Width: 4}
	if role == scene.From {
		style = scene.Style{Stroke: role, Width: 3, Dash: []float64{6, 4}}
	}
	k.Add(scene.Path{Points: board.Hexagon(k.center(c), edge-4), Closed: true, Style: style})
}

// push draws a head of an arrow on the edge over which the attacked piece went.
func (k *sketch) push(m ply) {
	from, to := k.center(m.a), k.center(m.a.plus(m.dir))
	dx, dy := (to.X-from.X)/(2*halfCell), (to.Y-from.Y)/(2*halfCell)
	at := k.center(m.b)
	place := func(along, across float64) scene.Point {
		return scene.Point{X: at.X + dx*along - dy*across, Y: at.Y + dy*along + dx*across}
	}
	k.Add(scene.Path{Points: []scene.Point{place(halfCell-8, -5.5), place(halfCell+8, 0), place(halfCell-8, 5.5)}, Closed: true,
		Style: scene.Style{Fill: scene.From, Stroke: scene.Back, Width: 1}})
}
