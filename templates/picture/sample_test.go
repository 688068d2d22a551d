package picture

import (
	"fmt"
	"math/rand/v2"

	"turnpost/rules/scene"
)

// sample is a board with something of everything: 8 by 8 cells, a red one, a
// dashed hexagon, and pieces that depend on the number n.
func sample(n int) scene.Scene {
	s := scene.Scene{Width: 375, Height: 400}
	line := scene.Style{Stroke: scene.Line, Width: 1}
	s.Add(scene.Rect(30, 30, 320, 320, scene.Style{Fill: scene.Cell, Stroke: scene.Line, Width: 2}))
	for x := range 8 {
		for y := range 8 {
			style := line
			switch {
			case x == 4 && y == 4:
				style.Fill = scene.Red
			case (x+y)%2 == 1:
				style.Fill = scene.Dark
			}
			s.Add(scene.Rect(30+40*float64(x), 30+40*float64(y), 40, 40, style))
		}
	}
	for i := range 8 {
		at := 50 + 40*float64(i)
		s.Add(
			scene.Text{Center: scene.Point{X: at, Y: 362}, Size: 13, Text: string(rune('a' + i)), Role: scene.Label},
			scene.Text{Center: scene.Point{X: 17, Y: at}, Size: 13, Text: fmt.Sprint(8 - i), Role: scene.Label, Bold: true},
		)
	}
	s.Add(scene.Path{Points: []scene.Point{{X: 190, Y: 40}, {X: 320, Y: 115}, {X: 320, Y: 265}, {X: 190, Y: 340}, {X: 60, Y: 265}, {X: 60, Y: 115}},
		Closed: true, Style: scene.Style{Stroke: scene.Faint, Width: 1.5, Dash: []float64{6, 4}}})
	r := rand.New(rand.NewPCG(uint64(n/4), 1))
	for i, cell := range r.Perm(64)[:32] {
		if cell == 36 { // the red cell stays free
			continue
		}
		p := scene.Point{X: 50 + 40*float64(cell%8), Y: 50 + 40*float64(cell/8)}
		if i == n%4 {
			s.Add(scene.Circle{Center: p, Radius: 18.5, Style: scene.Style{Stroke: scene.Last, Width: 2.5}})
			continue
		}
		fill, on := scene.Black, scene.OnBlack
		if i%2 == 1 {
			fill, on = scene.White, scene.OnWhite
		}
		s.Add(scene.Circle{Center: p, Radius: 15, Style: scene.Style{Fill: fill, Stroke: scene.OnWhite, Width: 1.5}})
		if i%3 == 0 {
			s.Add(scene.Text{Center: p, Size: 14, Text: fmt.Sprint(i % 5), Role: on, Bold: true})
		}
	}
	s.Add(
		scene.Circle{Center: scene.Point{X: 190, Y: 190}, Radius: 17, Style: scene.Style{Stroke: scene.From, Width: 2, Dash: []float64{5, 4}}},
		scene.Text{Center: scene.Point{X: 187, Y: 385}, Size: 13, Text: "Black moves — c'è « <ici> » & là", Role: scene.Label},
	)
	return s
}
