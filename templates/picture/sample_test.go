package picture

import (
	"fmt"
	"math/rand/v2"

	"turnpost/rules"
)

// sample is a board with something of everything: 8 by 8 cells, a red one, a
// dashed hexagon, and pieces that depend on the number n.
func sample(n int) rules.Scene {
	s := rules.Scene{Width: 375, Height: 400}
	line := rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1}
	s.Add(rules.Rect(30, 30, 320, 320, rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 2}))
	for x := range 8 {
		for y := range 8 {
			style := line
			switch {
			case x == 4 && y == 4:
				style.Fill = rules.RoleRed
			case (x+y)%2 == 1:
				style.Fill = rules.RoleDark
			}
			s.Add(rules.Rect(30+40*float64(x), 30+40*float64(y), 40, 40, style))
		}
	}
	for i := range 8 {
		at := 50 + 40*float64(i)
		s.Add(
			rules.Text{Center: rules.Point{X: at, Y: 362}, Size: 13, Text: string(rune('a' + i)), Role: rules.RoleLabel},
			rules.Text{Center: rules.Point{X: 17, Y: at}, Size: 13, Text: fmt.Sprint(8 - i), Role: rules.RoleLabel, Bold: true},
		)
	}
	s.Add(rules.Path{Points: []rules.Point{{X: 190, Y: 40}, {X: 320, Y: 115}, {X: 320, Y: 265}, {X: 190, Y: 340}, {X: 60, Y: 265}, {X: 60, Y: 115}},
		Closed: true, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFaint, Width: 1.5, Dash: []float64{6, 4}}})
	r := rand.New(rand.NewPCG(uint64(n/4), 1))
	for i, cell := range r.Perm(64)[:32] {
		if cell == 36 { // the red cell stays free
			continue
		}
		p := rules.Point{X: 50 + 40*float64(cell%8), Y: 50 + 40*float64(cell/8)}
		if i == n%4 {
			s.Add(rules.Circle{Center: p, Radius: 18.5, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: 2.5}})
			continue
		}
		fill, on := rules.RoleBlack, rules.RoleOnBlack
		if i%2 == 1 {
			fill, on = rules.RoleWhite, rules.RoleOnWhite
		}
		s.Add(rules.Circle{Center: p, Radius: 15, ShapeStyle: rules.ShapeStyle{Fill: fill, Stroke: rules.RoleOnWhite, Width: 1.5}})
		if i%3 == 0 {
			s.Add(rules.Text{Center: p, Size: 14, Text: fmt.Sprint(i % 5), Role: on, Bold: true})
		}
	}
	s.Add(
		rules.Circle{Center: rules.Point{X: 190, Y: 190}, Radius: 17, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 2, Dash: []float64{5, 4}}},
		rules.Text{Center: rules.Point{X: 187, Y: 385}, Size: 13, Text: "Black moves — c'è « <ici> » & là", Role: rules.RoleLabel},
	)
	return s
}
