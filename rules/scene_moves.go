package rules

import (
	"fmt"
	"math"
	"slices"
)

// The measures of what CompareMoves draws, in units.
const (
	arrowWidth   = 4.5
	arrowHead    = 13.0
	arrowHalo    = 3.0 // around it, so that it stands out from pieces
	legendHeight = 26.0
	legendSize   = 13.0
	legendSample = 34.0
	nearby       = 12.0 // from the middle of a cell to that of its piece
)

// arrowDash are the strokes and gaps of the ply that was played; that of a better one is whole.
var arrowDash = []float64{8, 6}

// CompareMoves draws a position as view's player sees it, without the ply that led to it, and on it
// a ply that was played, with broken lines, and a better one, with whole lines; below it a legend
// says which is which. better may be empty. A ply is an arrow from each cell that the mover's piece
// leaves to the one it enters, and a ring where a piece is placed. What it takes is marked only where
// both are alike otherwise. The legend has a ply that marks no cell, such as a pass. The
// cells are those that the scene after the ply marks. Both plies must be legal; ok is false if the
// game has no scenes.
func CompareMoves(g Game, from PictureExample, view Side, say SayFunc, played, better Move) (s Scene, ok bool,
	err error) {
	before, err := g.Shown(from)
	if err != nil {
		return s, false, err
	}
	if before, err = g.Shown(PictureExample{From: before.String()}); err != nil {
		return s, false, err
	}
	if s, ok = SceneOf(before, view, say); !ok {
		return s, false, nil
	}
	s.Shapes = slices.DeleteFunc(slices.Clone(s.Shapes), func(shape Shape) bool { // what is left of the ply before
		stroke, fill := rolesOf(shape)
		return stroke == RoleLast || stroke == RoleFrom || fill == RoleLast || fill == RoleFrom
	})
	bare := s
	s.Height += legendHeight
	both := []markedPly{
		{Move: better, style: ShapeStyle{Stroke: RoleLast, Width: arrowWidth}, word: say("better")},
		{Move: played, style: ShapeStyle{Stroke: RoleFrom, Width: arrowWidth, Dash: arrowDash}, word: say("played")},
	}
	for i := range both {
		if err := both[i].mark(before, bare, view, say); err != nil {
			return s, false, err
		}
	}
	alike := middles(both[0].left) == middles(both[1].left) && middles(both[0].reached) == middles(both[1].reached)
	for i, m := range both {
		if m.Move == "" {
			continue
		}
		s.drawPly(m)
		if alike {
			for _, shape := range m.taken {
				s.outline(shape, m.style)
			}
		}
		if len(m.reached) == 0 { // it is a word, such as "pass"
			m.word += ": " + string(m.Move)
		}
		// The better one stands on the right.
		x, y := bare.Width*(0.06+0.5*float64(1-i)), bare.Height+legendHeight/2-4
		s.arrow(Point{x, y}, Point{x + legendSample, y}, m.style)
		width := 0.55 * legendSize * float64(len([]rune(m.word)))
		s.Add(Text{Center: Point{x + legendSample + 10 + width/2, y}, Size: legendSize, Text: m.word, Role: RoleLabel})
	}
	return s, true, nil
}

// markedPly is a ply with the marks of the scene after it: on the cells that pieces of its side left,
// those that they reached, and those of pieces that it took.
type markedPly struct {
	Move
	style                ShapeStyle
	word                 string
	left, reached, taken []Shape
}

// mark finds the marks of a ply from a position. bare is its scene without marks.
func (m *markedPly) mark(before Position, bare Scene, view Side, say SayFunc) error {
	if m.Move == "" {
		return nil
	}
	after, err := before.Play(m.Move)
	if err != nil {
		return fmt.Errorf("%s: %w", m.Move, err)
	}
	scene, _ := SceneOf(after, view, say)
	for _, shape := range scene.Shapes[scene.Board:] {
		switch stroke, _ := rolesOf(shape); {
		case stroke == RoleLast:
			m.reached = append(m.reached, shape)
		case stroke == RoleFrom && bare.pieceAt(middleOf(shape)) == before.Turn():
			m.left = append(m.left, shape)
		case stroke == RoleFrom:
			m.taken = append(m.taken, shape)
		}
	}
	return nil
}

// middles describes where shapes are.
func middles(shapes []Shape) (text string) {
	for _, shape := range shapes {
		text += fmt.Sprint(middleOf(shape))
	}
	return text
}

// drawPly draws a ply: arrows if as many cells were left as were reached, else rings around the latter.
func (s *Scene) drawPly(m markedPly) {
	if len(m.left) == len(m.reached) {
		for i := range m.left {
			s.arrow(middleOf(m.left[i]), middleOf(m.reached[i]), m.style)
		}
		return
	}
	for _, shape := range m.reached {
		s.outline(shape, m.style)
	}
}

// outline adds the outline of a shape in a style.
func (s *Scene) outline(shape Shape, style ShapeStyle) {
	halo := ShapeStyle{Stroke: RoleBack, Width: style.Width + arrowHalo, Dash: style.Dash}
	for _, style := range []ShapeStyle{halo, style} {
		switch shape := shape.(type) {
		case Path:
			shape.ShapeStyle = style
			s.Add(shape)
		case Circle:
			shape.ShapeStyle = style
			s.Add(shape)
		}
	}
}

// arrow adds an arrow in a style, or a ring if it goes nowhere.
func (s *Scene) arrow(from, to Point, style ShapeStyle) {
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length < arrowHead {
		s.outline(Circle{Center: to, Radius: arrowHead}, style)
		return
	}
	dx, dy := (to.X-from.X)/length, (to.Y-from.Y)/length
	place := func(back, across float64) Point {
		return Point{to.X - dx*back - dy*across, to.Y - dy*back + dx*across}
	}
	shaft := Path{Points: []Point{from, place(arrowHead, 0)}, ShapeStyle: style}
	head := Path{Points: []Point{place(0, 0), place(arrowHead, -arrowHead/2), place(arrowHead, arrowHead/2)},
		Closed:     true,
		ShapeStyle: ShapeStyle{Fill: style.Stroke}}
	s.outline(head, ShapeStyle{Stroke: RoleBack, Width: arrowHalo})
	s.outline(shaft, style)
	s.Add(head)
}

// pieceAt is the side of the topmost piece at a point; None if there is none.
func (s Scene) pieceAt(at Point) Side {
	for i := len(s.Shapes) - 1; i >= s.Board; i-- {
		_, fill := rolesOf(s.Shapes[i])
		middle := middleOf(s.Shapes[i])
		if math.Hypot(middle.X-at.X, middle.Y-at.Y) > nearby {
			continue
		}
		switch fill {
		case RoleBlack:
			return Black
		case RoleWhite:
			return White
		}
	}
	return None
}

// rolesOf returns the roles of a shape's stroke and fill.
func rolesOf(shape Shape) (stroke, fill ShapeRole) {
	switch shape := shape.(type) {
	case Path:
		return shape.Stroke, shape.Fill
	case Circle:
		return shape.Stroke, shape.Fill
	}
	return RoleNone, RoleNone
}

// middleOf is the middle of the box around a shape.
func middleOf(shape Shape) Point {
	switch shape := shape.(type) {
	case Circle:
		return shape.Center
	case Text:
		return shape.Center
	case Path:
		low, high := shape.Points[0], shape.Points[0]
		for _, p := range shape.Points {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
		return Point{(low.X + high.X) / 2, (low.Y + high.Y) / 2}
	}
	return Point{}
}
