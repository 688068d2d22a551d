package tourrosa

import (
	"math"

	"turnpost/rules"
)

// The picture is a square sheet with the centre of the rose in its middle.
const (
	sheetSize = 375.0
	tipReach  = 168.5 // of the tips of the petals from the centre
	turnReach = 50.0  // of the line where it turns inside
	midReach  = (tipReach + turnReach) / 2
	// The corners of the hexagon are outside the mean of ring b by as much as the middles of its
	// sides are inside: their ratio is 1 to cos 30 degrees.
	hexagonal = (1 - 0.8660254) / (1 + 0.8660254)
	roundness = 2.5 // added to the inner turn, which would be pointed otherwise
	smooth    = 8   // points of the line in half an hour
)

// sheet is the rose as one side sees it, turned by a number of half-hours.
type sheet struct{ turned float64 }

func sheetFor(view rules.Side) sheet {
	if view == rules.White {
		return sheet{halfHours / 2}
	}
	return sheet{}
}

// reach is the distance of the line from the centre, phase half-hours after the tip of a petal, at a
// bearing. It falls from the tip (0) over the rings (1 to 4) to its turn (5), as in the diagram, and
// rises again. Around ring b it bends slightly, so that the twelve cells there are on the sides of a
// hexagon, as in the rules; rings a and c are not affected.
func reach(phase, bearing float64) float64 {
	r := midReach + (tipReach-midReach)*math.Cos(math.Pi*phase/5)
	folded := math.Abs(math.Remainder(phase, 10))
	if toTurn := 5 - folded; toTurn < 1 {
		bend := math.Cos(math.Pi * toTurn / 2)
		r += roundness * bend * bend
	}
	fromB := math.Abs(folded - 3)
	if fromB < 1 {
		bend := math.Cos(math.Pi * fromB / 2)
		r *= 1 + hexagonal*bend*bend*math.Cos(math.Pi*bearing/2)
	}
	return r
}

// polar is the point at a reach and a bearing in half-hours.
func (s sheet) polar(reach, bearing float64) rules.Point {
	sin, cos := math.Sincos((bearing + s.turned) * math.Pi / hours)
	return rules.Point{X: sheetSize/2 + reach*sin, Y: sheetSize/2 - reach*cos}
}

// cell is the point of a cell.
func (s sheet) cell(c cell) rules.Point {
	bearing := float64(c.bearing())
	return s.polar(cellReach(c), bearing)
}

func cellReach(c cell) float64 { return reach(float64(rings-c.ring()), float64(c.bearing())) }

// course is the line from a place for a number of steps.
func (s sheet) course(from place, steps int) []rules.Point {
	points := []rules.Point{s.cell(rose.cell[from])}
	sense := -1.0
	if from.clockwise() {
		sense = 1
	}
	for range steps {
		c := rose.cell[from]
		phase := float64(rings - c.ring())
		if rose.outward[from] {
			phase = -phase
		}
		length := 1
		if next := from.next(); rose.cell[next].ring() == c.ring() {
			length = 2 // around the tip, or past the centre
		}
		for i := range length * smooth {
			gone := float64(i+1) / smooth
			bearing := float64(c.bearing()) + sense*gone
			points = append(points, s.polar(reach(phase+gone, bearing), bearing))
		}
		from = from.next()
	}
	return points
}

// outline is the line's outer edge, around the tips of the petals.
func (s sheet) outline() []rules.Point { return s.rim(rings-1, true) }

// eye is the line's inner edge, around the centre.
func (s sheet) eye() []rules.Point { return s.rim(0, false) }

// rim joins neighbouring cells of a ring by the arcs on which the line leaves the ring and returns
// to it.
func (s sheet) rim(ring int, outward bool) []rules.Point {
	var points []rules.Point
	for hour := range hours {
		from := rose.starts[cellAt(ring, hour)][startIndex(true, outward)]
		points = append(points, s.course(from, 1)...)
	}
	return points
}

// hexagon is the six corners of the hexagon.
func (s sheet) hexagon() []rules.Point {
	var corners []rules.Point
	for hour := 0; hour < hours; hour += 2 {
		corners = append(corners, s.cell(cellAt(1, hour)))
	}
	return corners
}
