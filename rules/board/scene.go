package board

import "turnpost/rules"

// Sheet is a new scene with its background.
func Sheet(width, height float64) rules.Scene {
	s := rules.Scene{Width: width, Height: height}
	s.Add(rules.Rect(0, 0, width, height, rules.ShapeStyle{Fill: rules.RoleBack}))
	return s
}

// Coordinates writes the names of the columns above and below the board and those of the rows on
// both sides. middle is the middle of a cell as the player sees it; xs are the places of the names
// of rows, ys those of columns.
func (g Grid) Coordinates(s *rules.Scene, size float64, middle func(Cell) rules.Point, xs, ys [2]float64) {
	label := func(x, y float64, name string) {
		s.Add(rules.Text{Center: rules.Point{X: x, Y: y}, Size: size, Text: name, Role: rules.RoleLabel})
	}
	for i := range g.Columns {
		c := Cell{Column: i}
		for _, y := range ys {
			label(middle(c).X, y, g.Letter(c))
		}
	}
	for i := range g.Rows {
		c := Cell{Row: i}
		for _, x := range xs {
			label(x, middle(c).Y, c.Number())
		}
	}
}

// Paint is the role of a side's pieces and the role of figures on them.
func Paint(of rules.Side) (piece, on rules.ShapeRole) {
	if of == rules.White {
		return rules.RoleWhite, rules.RoleOnWhite
	}
	return rules.RoleBlack, rules.RoleOnBlack
}

// Disc is a round piece of a side with a rim that separates it from the background.
func Disc(at rules.Point, radius float64, of rules.Side, rim float64) rules.Circle {
	piece, _ := Paint(of)
	return rules.Circle{Center: at, Radius: radius,
		ShapeStyle: rules.ShapeStyle{Fill: piece, Stroke: Rim(of), Width: rim}}
}

// AddDisc adds a round piece of a side. White's has a ring on it, so that the sides differ in shape
// as well as in colour.
func AddDisc(s *rules.Scene, at rules.Point, radius float64, of rules.Side) {
	s.Add(Disc(at, radius, of, 1.5))
	if of == rules.White {
		s.Add(rules.Circle{Center: at, Radius: radius * 0.6,
			ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleOnWhite, Width: 1}})
	}
}

// Rim is the role of the line around a side's pieces: dark for both.
func Rim(of rules.Side) rules.ShapeRole {
	if of == rules.White {
		return rules.RoleOnWhite
	}
	return rules.RoleBlack
}

// Outline is the points of a figure around the origin, moved to another point and scaled.
func Outline(at rules.Point, scale float64, figure ...rules.Point) []rules.Point {
	points := make([]rules.Point, len(figure))
	for i, p := range figure {
		points[i] = rules.Point{X: at.X + p.X*scale, Y: at.Y + p.Y*scale}
	}
	return points
}
