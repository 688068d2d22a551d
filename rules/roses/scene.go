package roses

import (
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

// Scene implements rules.Drawer. view's castle is at the bottom.
func (p position) Scene(view rules.Side, say rules.Say) rules.Scene {
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
			k.Add(rules.Path{Points: board.Hexagon(at, edge), Closed: true, Style: rules.Style{Fill: ground}})
		}
	}
	for _, row := range rows {
		for _, c := range row {
			at := k.center(c)
			name := rules.Point{X: at.X, Y: at.Y - nameAbove}
			k.Add(rules.Path{Points: board.Hexagon(at, edge), Closed: true,
				Style: rules.Style{Stroke: rules.RoleLine, Width: 1.5}})
			if c.isRed() {
				// The hatching of red would make the name hard to read.
				k.Add(rules.Circle{Center: name, Radius: 8.5, Style: rules.Style{Fill: rules.RoleCell}})
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

func (k *sketch) mark(c cell, role rules.Role) {
	style := rules.Style{Stroke: role, Width: 4}
	if role == rules.RoleFrom {
		style = rules.Style{Stroke: role, Width: 3, Dash: []float64{6, 4}}
	}
	k.Add(rules.Path{Points: board.Hexagon(k.center(c), edge-4), Closed: true, Style: style})
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
		Closed: true,
		Style:  rules.Style{Fill: rules.RoleFrom, Stroke: rules.RoleBack, Width: 1}})
}
