package picture

import (
	"encoding/binary"
	"fmt"
	"math"

	"turnpost/rules"
)

// The limits of a scene, in units. They are far beyond any board, and keep a
// mistake in one from asking for a gigabyte.
const (
	mostSide   = 800  // of the sheet
	mostBeyond = 200  // how far from the sheet a shape may reach
	mostShapes = 5000 // in a scene, and points in a path, and letters in a text
)

// check says what is wrong with a scene.
func check(s rules.Scene) error {
	if !(s.Width >= 1 && s.Width <= mostSide && s.Height >= 1 && s.Height <= mostSide) {
		return fmt.Errorf("a scene of %g by %g units cannot be drawn: each side is from 1 to %d", s.Width, s.Height,
			mostSide)
	}
	if len(s.Shapes) > mostShapes {
		return fmt.Errorf("a scene of %d shapes cannot be drawn: there are at most %d", len(s.Shapes), mostShapes)
	}
	if s.Board < 0 || s.Board > len(s.Shapes) {
		return fmt.Errorf("a scene of %d shapes cannot have %d in its board", len(s.Shapes), s.Board)
	}
	// Comparisons are put so that what is not a number fails them.
	inside := func(p rules.Point, reach float64) bool {
		return p.X-reach >= -mostBeyond && p.X+reach <= s.Width+mostBeyond &&
			p.Y-reach >= -mostBeyond && p.Y+reach <= s.Height+mostBeyond
	}
	for i, shape := range s.Shapes {
		ok := true
		switch shape := shape.(type) {
		case rules.Circle:
			ok = shape.Radius >= 0 && sane(shape.ShapeStyle) && inside(shape.Center, shape.Radius+shape.Width/2)
		case rules.Path:
			ok = len(shape.Points) <= mostShapes && sane(shape.ShapeStyle)
			for _, p := range shape.Points {
				ok = ok && inside(p, shape.Width/2)
			}
		case rules.Text:
			ok = len(shape.Text) <= mostShapes && shape.Size >= 0 && inside(shape.Center, shape.Size)
		default:
			return fmt.Errorf("shape %d is a %T, which is unknown", i, shape)
		}
		if !ok {
			return fmt.Errorf("shape %d cannot be drawn: %+v", i, shape)
		}
	}
	return nil
}

// sane reports whether a style can be drawn.
func sane(s rules.ShapeStyle) bool {
	ok := s.Width >= 0 && len(s.Dash) <= 16
	for _, d := range s.Dash {
		ok = ok && d >= 0 && d <= mostSide
	}
	return ok
}

// snap rounds to the 128th part of a unit, finer than any eye, so that the same
// disc elsewhere on the board is bit by bit the same.
func snap(v float64) float64 { return math.Round(v*128) / 128 }

// anchor is the place, in pixels, from which the pixels of a shape are counted:
// shapes that differ by whole pixels share a stamp.
func anchor(s rules.Shape, scale float64) (x, y int) {
	var p rules.Point
	switch s := s.(type) {
	case rules.Circle:
		p = s.Center
		if s.Fill == rules.RoleRed {
			return 0, 0 // the hatching stays where it is on the sheet
		}
	case rules.Path:
		if s.Fill == rules.RoleRed || len(s.Points) == 0 {
			return 0, 0
		}
		p = s.Points[0]
	case rules.Text:
		p = s.Center
	}
	return int(math.Floor(p.X * scale)), int(math.Floor(p.Y * scale))
}

// moved is a shape moved by whole pixels so that its anchor is 0, and snapped.
func moved(s rules.Shape, scale float64, x, y int) rules.Shape {
	at := func(p rules.Point) rules.Point {
		return rules.Point{X: snap(p.X - float64(x)/scale), Y: snap(p.Y - float64(y)/scale)}
	}
	switch s := s.(type) {
	case rules.Circle:
		s.Center = at(s.Center)
		return s
	case rules.Path:
		points := make([]rules.Point, len(s.Points))
		for i, p := range s.Points {
			points[i] = at(p)
		}
		s.Points = points
		return s
	case rules.Text:
		s.Center = at(s.Center)
		return s
	}
	return s
}

// appendKey appends all that the pixels of a shape depend on, once it is moved.
func appendKey(b []byte, s rules.Shape, scale float64, x, y int) []byte {
	number := func(v float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v)) }
	point := func(p rules.Point) {
		number(snap(p.X - float64(x)/scale))
		number(snap(p.Y - float64(y)/scale))
	}
	style := func(s rules.ShapeStyle) {
		b = append(b, byte(s.Fill), byte(s.Stroke), byte(len(s.Dash)))
		number(s.Width)
		for _, d := range s.Dash {
			number(d)
		}
	}
	switch s := s.(type) {
	case rules.Circle:
		b = append(b, 'c')
		style(s.ShapeStyle)
		point(s.Center)
		number(s.Radius)
	case rules.Path:
		kind := byte('p')
		if s.Closed {
			kind = 'q'
		}
		b = append(b, kind)
		style(s.ShapeStyle)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s.Points)))
		for _, p := range s.Points {
			point(p)
		}
	case rules.Text:
		kind := byte('t')
		if s.Bold {
			kind = 'u'
		}
		b = append(b, kind, byte(s.Role))
		point(s.Center)
		number(s.Size)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s.Text)))
		b = append(b, s.Text...)
	}
	return b
}
