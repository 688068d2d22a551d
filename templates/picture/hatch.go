package picture

import (
	"math"
	"slices"

	"turnpost/rules"
)

// hatching is the strokes that rise to the right across a polygon. They lie on
// one lattice of the whole sheet, so that those of neighbouring cells meet.
func hatching(points []rules.Point) [][2]rules.Point {
	// Along a stroke x+y is constant.
	const every = hatchEvery * math.Sqrt2
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		lo, hi = min(lo, p.X+p.Y), max(hi, p.X+p.Y)
	}
	var out [][2]rules.Point
	for c := math.Ceil(lo/every) * every; c < hi; c += every {
		var xs []float64
		for i, a := range points {
			b := points[(i+1)%len(points)]
			p, q := a.X+a.Y-c, b.X+b.Y-c
			if (p < 0) != (q < 0) {
				xs = append(xs, a.X+(b.X-a.X)*p/(p-q))
			}
		}
		slices.Sort(xs)
		for i := 1; i < len(xs); i += 2 {
			if xs[i]-xs[i-1] > hatchWidth {
				out = append(out, [2]rules.Point{{X: xs[i-1], Y: c - xs[i-1]}, {X: xs[i], Y: c - xs[i]}})
			}
		}
	}
	return out
}
