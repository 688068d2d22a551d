package picture

import (
	"math"
	"slices"

	"turnpost/rules"
)

// hatchEvery and hatchWidth are the distance between the strokes over Red and
// their width, in units: wide enough to be seen in print on a small screen's
// picture, narrow enough to leave letters readable.
const (
	hatchEvery = 6
	hatchWidth = 1
)

// area is an ink and the polygons that it fills. The polygons of a stroke
// overlap and all turn the same way round, so that they add up and never
// cancel; a hole turns the other way.
type area struct {
	ink      ink
	polygons [][]rules.Point
}

// outline is what a shape covers, from the bottom up, in units of the scene.
func (t *typeface) outline(s rules.Shape) []area {
	switch s := s.(type) {
	case rules.Circle:
		areas := styled(circle(s.Center, s.Radius), true, s.ShapeStyle)
		if _, ok := inkOf(s.Stroke); ok && s.Width > 0 && !dashes(s.Dash) {
			// Smoother than the many joins of a polygon.
			areas[len(areas)-1].polygons = ring(s.Center, s.Radius, s.Width/2)
		}
		return areas
	case rules.Path:
		return styled(s.Points, s.Closed, s.ShapeStyle)
	case rules.Text:
		if i, ok := inkOf(s.Role); ok {
			return []area{{i, t.polygons(s)}}
		}
	}
	return nil
}

// styled is the areas of a line of points.
func styled(points []rules.Point, closed bool, style rules.ShapeStyle) []area {
	var areas []area
	if i, ok := inkOf(style.Fill); ok && len(points) > 2 {
		areas = append(areas, area{i, [][]rules.Point{points}})
		if i == inkRed {
			hatch := area{ink: inkHatch}
			for _, l := range hatching(points) {
				hatch.polygons = append(hatch.polygons, beam(l[0], l[1], hatchWidth/2.0))
			}
			areas = append(areas, hatch)
		}
	}
	if i, ok := inkOf(style.Stroke); ok && style.Width > 0 && len(points) > 0 {
		areas = append(areas, area{i, stroke(points, closed, style)})
	}
	return areas
}

// circle is a polygon that departs from the circle by less than a fiftieth of a
// unit.
func circle(center rules.Point, radius float64) []rules.Point {
	n := int(math.Ceil(math.Pi * math.Sqrt(radius/(2*0.02))))
	n = max(8, (n+3)/4*4)
	points := make([]rules.Point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = rules.Point{X: center.X + radius*cos, Y: center.Y + radius*sin}
	}
	return points
}

// ring is a disc with a hole.
func ring(center rules.Point, radius, half float64) [][]rules.Point {
	out := [][]rules.Point{circle(center, radius+half)}
	if radius > half {
		hole := circle(center, radius-half)
		slices.Reverse(hole)
		out = append(out, hole)
	}
	return out
}

// stroke is the polygons of a line with round joins and ends; dashes have
// square ends, because round ones would fill narrow gaps.
func stroke(points []rules.Point, closed bool, style rules.ShapeStyle) [][]rules.Point {
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	half := style.Width / 2
	var out [][]rules.Point
	if dashes(style.Dash) {
		for _, d := range dashed(points, style.Dash) {
			for i := 1; i < len(d); i++ {
				out = append(out, beam(d[i-1], d[i], half))
				if i > 1 {
					out = append(out, circle(d[i-1], half))
				}
			}
		}
		return out
	}
	for i, p := range points {
		if i > 0 {
			out = append(out, beam(points[i-1], p, half))
		}
		if i == 0 || i == len(points)-1 || bends(points[i-1], p, points[i+1]) {
			out = append(out, circle(p, half))
		}
	}
	return out
}

// bends reports whether a line turns so sharply at b that it needs a join. Along
// a curve of short lines joins would only roughen its edge.
func bends(a, b, c rules.Point) bool {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
	return ux*vx+uy*vy < 0.94*math.Hypot(ux, uy)*math.Hypot(vx, vy)
}

// beam is the rectangle around the line from a to b. It turns the way circle
// does.
func beam(a, b rules.Point, half float64) []rules.Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return nil
	}
	nx, ny := dy/length*half, -dx/length*half
	return []rules.Point{{X: a.X + nx, Y: a.Y + ny}, {X: b.X + nx, Y: b.Y + ny}, {X: b.X - nx, Y: b.Y - ny},
		{X: a.X - nx, Y: a.Y - ny}}
}

// dashes reports whether lengths make a pattern: none of them negative, and
// together long enough to end.
func dashes(lengths []float64) bool {
	sum := 0.0
	for _, l := range lengths {
		if l < 0 {
			return false
		}
		sum += l
	}
	return sum >= 0.5
}

// dashed cuts a line into its dashes.
func dashed(points []rules.Point, lengths []float64) [][]rules.Point {
	var out [][]rules.Point
	var now []rules.Point
	at, left := 0, lengths[0]
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		for done := 0.0; done < length; {
			step := min(left, length-done)
			from, to := along(a, b, done/length), along(a, b, (done+step)/length)
			if at%2 == 0 {
				if now == nil {
					now = append(now, from)
				}
				now = append(now, to)
			}
			done, left = done+step, left-step
			if left <= 0 {
				if now != nil {
					out, now = append(out, now), nil
				}
				at++
				left = lengths[at%len(lengths)]
			}
		}
	}
	if now != nil {
		out = append(out, now)
	}
	return out
}

// along is the point at the part t of the way from a to b.
func along(a, b rules.Point, t float64) rules.Point {
	return rules.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}
