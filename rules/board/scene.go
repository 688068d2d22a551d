package board

import (
	"turnpost/rules"
	"turnpost/rules/scene"
)

// Sheet begins a scene: its ground, on which all else lies.
func Sheet(width, height float64) scene.Scene {
	s := scene.Scene{Width: width, Height: height}
	s.Add(scene.Rect(0, 0, width, height, scene.Style{Fill: scene.Back}))
	return s
}

// Coordinates writes the names of the columns above and below the board and
// those of the rows on both sides. middle is the middle of a cell as the player
// sees it; xs are where the names of rows stand, and ys those of columns.
func (g Grid) Coordinates(s *scene.Scene, size float64, middle func(Cell) scene.Point, xs, ys [2]float64) {
	label := func(x, y float64, name string) {
		s.Add(scene.Text{Center: scene.Point{X: x, Y: y}, Size: size, Text: name, Role: scene.Label})
	}
	for i := range g.Columns {
		c := Cell{Column: i}
		for _, y := range ys {
			label(middle(c).X, y, c.Letter())
		}
	}
	for i := range g.Rows {
		c := Cell{Row: i}
		for _, x := range xs {
			label(x, middle(c).Y, c.Number())
		}
	}
}

// Paint is the role of a side's pieces, and of what is drawn on them.
func Paint(of rules.Side) (piece, on scene.Role) {
	if of == rules.White {
		return scene.White, scene.OnWhite
	}
	return scene.Black, scene.OnBlack
}

// Disc is a round piece of a side with a rim around it, by which it stands out
// from whatever is below.
func Disc(at scene.Point, radius float64, of rules.Side, rim float64) scene.Circle {
	piece, _ := Paint(of)
	return scene.Circle{Center: at, Radius: radius, Style: scene.Style{Fill: piece, Stroke: Rim(of), Width: rim}}
}

// Rim is the role of the line around a side's pieces: dark for both.
func Rim(of rules.Side) scene.Role {
	if of == rules.White {
		return scene.OnWhite
	}
	return scene.Black
}

// Outline is the points of a figure, given around the origin, around another
// point and so many times as large.
func Outline(at scene.Point, scale float64, figure ...scene.Point) []scene.Point {
	points := make([]scene.Point, len(figure))
	for i, p := range figure {
		points[i] = scene.Point{X: at.X + p.X*scale, Y: at.Y + p.Y*scale}
	}
	return points
}
