package chess

import (
	"math"

	"turnpost/rules"
)

// figures are the outlines of the pieces, in a square from -1 to 1, y downward. Every piece has the
// same foot; what stands on it differs.
var figures = [...][]rules.Point{
	pawn: figure(arc(0, -0.38, 0.34, 205, -25)),
	knight: figure([]rules.Point{{X: -0.32, Y: 0.18}, {X: -0.02, Y: -0.18}, {X: -0.34, Y: -0.02}, {X: -0.6, Y: -0.12},
		{X: -0.62, Y: -0.3}, {X: -0.3, Y: -0.66}, {X: -0.22, Y: -0.95}, {X: -0.04, Y: -0.74}, {X: 0.24, Y: -0.64},
		{X: 0.46, Y: -0.3}, {X: 0.5, Y: 0.1}}),
	bishop: figure(join([]rules.Point{{X: -0.2, Y: 0.12}}, arc(-0.02, -0.22, 0.36, 200, 105),
		[]rules.Point{{X: 0, Y: -0.95}}, arc(0.02, -0.22, 0.36, 75, 60),
		[]rules.Point{{X: 0.04, Y: -0.26}, {X: 0.13, Y: -0.22}}, arc(0.02, -0.22, 0.36, 40, -20),
		[]rules.Point{{X: 0.2, Y: 0.12}})),
	rook: figure([]rules.Point{{X: -0.34, Y: -0.36}, {X: -0.52, Y: -0.46}, {X: -0.52, Y: -0.84}, {X: -0.3, Y: -0.84},
		{X: -0.3, Y: -0.66}, {X: -0.12, Y: -0.66}, {X: -0.12, Y: -0.84},
		{X: 0.12, Y: -0.84}, {X: 0.12, Y: -0.66}, {X: 0.3, Y: -0.66}, {X: 0.3, Y: -0.84}, {X: 0.52, Y: -0.84},
		{X: 0.52, Y: -0.46}, {X: 0.34, Y: -0.36}}),
	queen: figure([]rules.Point{{X: -0.4, Y: 0.1}, {X: -0.78, Y: -0.62}, {X: -0.34, Y: -0.22}, {X: -0.38, Y: -0.86},
		{X: -0.12, Y: -0.3}, {X: 0, Y: -0.98},
		{X: 0.12, Y: -0.3}, {X: 0.38, Y: -0.86}, {X: 0.34, Y: -0.22}, {X: 0.78, Y: -0.62}, {X: 0.4, Y: 0.1}}),
	king: figure([]rules.Point{{X: -0.36, Y: 0.12}, {X: -0.62, Y: -0.18}, {X: -0.52, Y: -0.46}, {X: -0.2, Y: -0.46},
		{X: -0.08, Y: -0.36}, {X: -0.08, Y: -0.66}, {X: -0.26, Y: -0.66}, {X: -0.26, Y: -0.82},
		{X: -0.08, Y: -0.82}, {X: -0.08, Y: -1}, {X: 0.08, Y: -1}, {X: 0.08, Y: -0.82}, {X: 0.26, Y: -0.82},
		{X: 0.26, Y: -0.66}, {X: 0.08, Y: -0.66}, {X: 0.08, Y: -0.36},
		{X: 0.2, Y: -0.46}, {X: 0.52, Y: -0.46}, {X: 0.62, Y: -0.18}, {X: 0.36, Y: 0.12}}),
}

// figure is an outline, from the left over the top to the right, on a foot.
func figure(top []rules.Point) []rules.Point {
	left := []rules.Point{{X: -0.68, Y: 0.88}, {X: -0.68, Y: 0.66}, {X: -0.46, Y: 0.52}, {X: -0.26, Y: 0.24}}
	right := []rules.Point{{X: 0.26, Y: 0.24}, {X: 0.46, Y: 0.52}, {X: 0.68, Y: 0.66}, {X: 0.68, Y: 0.88}}
	return join(left, top, right)
}

func join(parts ...[]rules.Point) (all []rules.Point) {
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// arc is points on a circle, by degrees against the clock from the right.
func arc(x, y, radius, from, to float64) (points []rules.Point) {
	const steps = 10
	for i := range steps + 1 {
		at := (from + (to-from)*float64(i)/steps) * math.Pi / 180
		points = append(points, rules.Point{X: x + radius*math.Cos(at), Y: y - radius*math.Sin(at)})
	}
	return points
}
