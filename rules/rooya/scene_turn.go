package rooya

import (
	"math"

	"turnpost/rules"
)

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
		s.Add(rules.Path{Points: points, Style: rules.Style{Stroke: rules.RoleLast, Width: shaft}})
		s.Add(rules.Path{Closed: true, Style: rules.Style{Fill: rules.RoleLast}, Points: []rules.Point{
			turned(out, 0, end), turned(out-head*0.7, -head-3, end), turned(out+head*0.7, -head-3, end)}})
	}
}
