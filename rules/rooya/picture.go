package rooya

import (
	"math"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The picture has the outer plate, a groove in it, and the inner plate in the groove. Cells are
// hollows joined by lines, as on the author's sheet.
const (
	pitch  = 54.0 // between cells of one plate
	across = 64.0 // between cells on either side of the groove
	edge   = 29.0 // from a cell to the edge of its plate, outside
	rim    = 27.0 // from an inner cell to the edge of its plate
	groove = 8.0  // between the plates

	boardSide   = 2*pitch + 2*across + 2*edge
	sceneWidth  = 344.0
	boardX      = (sceneWidth - boardSide) / 2
	boardY      = 22.0
	sceneHeight = boardY + boardSide + 58
	handsY      = sceneHeight - 20

	hollowRadius = 16.0
	pawnRadius   = 19.0
	markRadius   = 23.0
	smallRadius  = 8.0 // of the pawns beside the names of the sides
	letters      = 13.0
)

// Scene implements rules.SceneDrawer.
func (p position) Scene(view rules.Side, say rules.SayFunc) rules.Scene {
	s := board.Sheet(sceneWidth, sceneHeight)
	addBoard(&s, view)
	s.Board = len(s.Shapes)
	for c := range cell(size * size) {
		for _, side := range []rules.Side{rules.Black, rules.White} {
			if p.men(side).has(c) {
				board.AddDisc(&s, point(c, view), pawnRadius, side)
			}
		}
	}
	p.addMarks(&s, view)
	p.addHands(&s, say)
	return s
}

// addBoard draws the part that is the same in every position.
func addBoard(s *rules.Scene, view rules.Side) {
	const innerX, innerY = boardX + edge + across - rim, boardY + edge + across - rim
	const innerSide = 2*pitch + 2*rim
	plate := rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 1.5}
	s.Add(rounded(boardX, boardY, boardSide, boardSide, 14, plate))
	plate.Fill = rules.RoleBack
	s.Add(rounded(innerX-groove, innerY-groove, innerSide+2*groove, innerSide+2*groove, 16, plate))
	plate.Fill = rules.RoleDark
	s.Add(rounded(innerX, innerY, innerSide, innerSide, 10, plate))

	line := rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1.5}
	for i := range size {
		s.Add(
			rules.Path{Points: []rules.Point{point(at(0, i), view), point(at(size-1, i), view)}, ShapeStyle: line},
			rules.Path{Points: []rules.Point{point(at(i, 0), view), point(at(i, size-1), view)}, ShapeStyle: line})
	}
	for c := range cell(size * size) {
		hollow := rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 1.5}
		if inner.has(c) {
			hollow.Fill = rules.RoleDark
		}
		s.Add(rules.Circle{Center: point(c, view), Radius: hollowRadius, ShapeStyle: hollow})
	}
	grid.Coordinates(s, letters, func(c board.Cell) rules.Point { return point(cellOf(c), view) },
		[2]float64{boardX - 11, boardX + boardSide + 11}, [2]float64{boardY - 11, boardY + boardSide + 12})
}

// point is the middle of a cell as view sees it.
func point(c cell, view rules.Side) rules.Point {
	column, row := grid.Seen(c.on(), view)
	along := [size]float64{0, across, across + pitch, across + 2*pitch, 2*across + 2*pitch}
	return rules.Point{X: boardX + edge + along[column], Y: boardY + edge + along[row]}
}

// addMarks marks the last ply and the line that won.
func (p position) addMarks(s *rules.Scene, view rules.Side) {
	addArrows(s, p.last.kind, view)
	if winner := p.Outcome().Winner(); winner != rules.None {
		for _, line := range p.men(winner).aligned() {
			addLine(s, line, view)
		}
	}
	ended := rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3.5}
	left := rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 3, Dash: []float64{5, 4}}
	switch m := p.last; m.kind {
	case move:
		s.Add(rules.Circle{Center: point(m.from, view), Radius: markRadius, ShapeStyle: left})
		if m.via != m.from {
			s.Add(rules.Circle{Center: point(m.via, view), Radius: markRadius, ShapeStyle: left})
		}
		fallthrough
	case place:
		s.Add(rules.Circle{Center: point(m.to, view), Radius: markRadius, ShapeStyle: ended})
	}
}

// addLine draws a loop around the five pawns that won, as wide as the ring of the last move
// inside it.
func addLine(s *rules.Scene, line set, view rules.Side) {
	const room = markRadius
	var last cell
	for rest := line; rest != 0; rest &= rest - 1 {
		last = rest.first()
	}
	a, b := point(line.first(), view), point(last, view)
	x, y := min(a.X, b.X)-room, min(a.Y, b.Y)-room
	s.Add(rounded(x, y, math.Abs(a.X-b.X)+2*room, math.Abs(a.Y-b.Y)+2*room, room,
		rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3.5}))
}

// addHands writes below the board which pawns are whose and, during placing, how many are in
// hand.
func (p position) addHands(s *rules.Scene, say rules.SayFunc) {
	for i, side := range []rules.Side{rules.Black, rules.White} {
		text := p.hand(side, say)
		x := boardX + smallRadius + 8 + float64(i)*(sceneWidth/2-16)
		board.AddDisc(s, rules.Point{X: x, Y: handsY}, smallRadius, side)
		// A text is placed by its middle; a letter is about half as wide as high.
		half := letters * 0.47 * float64(utf8.RuneCountInString(text)) / 2
		s.Add(rules.Text{Center: rules.Point{X: x + smallRadius + 8 + half, Y: handsY}, Size: letters, Text: text,
			Role: rules.RoleLabel})
	}
}

// rounded is a rectangle with rounded corners.
func rounded(x, y, width, height, radius float64, style rules.ShapeStyle) rules.Path {
	const steps = 6 // in each corner
	path := rules.Path{Closed: true, ShapeStyle: style}
	for corner, center := range []rules.Point{
		{X: x + width - radius, Y: y + radius}, {X: x + width - radius, Y: y + height - radius},
		{X: x + radius, Y: y + height - radius}, {X: x + radius, Y: y + radius},
	} {
		for step := range steps + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner-1) + float64(step)/steps))
			path.Points = append(path.Points, rules.Point{X: center.X + radius*cos, Y: center.Y + radius*sin})
		}
	}
	return path
}

// addArrows draws in the groove how the last ply turned the inner plate: four arrows of a
// quarter turn each, or two of a half turn.
func addArrows(s *rules.Scene, last kind, view rules.Side) {
	way, quarters := 1.0, 1
	switch last {
	case clockwise:
	case anticlockwise:
		way = -1
	case halfTurn:
		quarters = 2
	default:
		return
	}
	const shaft, head = 3.0, 9.0
	middle := point(at(2, 2), view)
	// turned is a point of the first arrow, which begins in the middle of the top side and
	// goes clockwise, turned by a number of quarters.
	turned := func(x, y float64, times int) rules.Point {
		for range times {
			x, y = -y, x
		}
		return rules.Point{X: middle.X + way*x, Y: middle.Y + y}
	}
	const out = pitch + rim + groove/2 // from the middle to the middle of the groove
	const bend = 13.0
	const begin = 11.0 // room for the head of the arrow before
	for arrow := 0; arrow < 4; arrow += quarters {
		var points []rules.Point
		points = append(points, turned(begin, -out, arrow))
		for quarter := range quarters {
			for step := range 7 {
				sin, cos := math.Sincos(math.Pi / 2 * float64(step) / 6)
				points = append(points, turned(out-bend+bend*sin, -(out-bend)-bend*cos, arrow+quarter))
			}
		}
		end := arrow + quarters - 1
		points = append(points, turned(out, -head, end))
		s.Add(rules.Path{Points: points, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: shaft}})
		s.Add(rules.Path{Closed: true, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleLast}, Points: []rules.Point{
			turned(out, 0, end), turned(out-head*0.7, -head-3, end), turned(out+head*0.7, -head-3, end)}})
	}
}
