package roses

import (
	"math"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The measures of the pieces, in units.
const (
	soldierRadius = 17
	rosePetals    = 5
	rosePoints    = 6 * rosePetals
)

// figure draws the piece on the cell with a middle, given by its letter in a position string.
func (k *sketch) figure(letter byte, middle rules.Point) {
	at := rules.Point{X: middle.X, Y: middle.Y + figureBelow}
	switch letter {
	case blackSoldier:
		k.soldier(at, rules.Black)
	case whiteSoldier:
		k.soldier(at, rules.White)
	case blackCastle:
		k.castle(at, rules.Black)
	case whiteCastle:
		k.castle(at, rules.White)
	}
}

// soldier draws a disc with a rose on it.
func (k *sketch) soldier(at rules.Point, of rules.Side) {
	_, on := board.Paint(of)
	k.Add(board.Disc(at, soldierRadius, of, 2),
		rules.Path{Points: rose(at, 10), Closed: true, Style: rules.Style{Stroke: on, Width: 1.5}},
		rules.Circle{Center: at, Radius: 2.5, Style: rules.Style{Fill: on}})
}

// rose is the outline of five petals with one at the top.
func rose(at rules.Point, radius float64) []rules.Point {
	points := make([]rules.Point, rosePoints)
	for i := range points {
		turn := 2 * math.Pi * float64(i) / rosePoints
		reach := radius * (0.6 + 0.4*math.Sqrt(math.Abs(math.Cos(turn*rosePetals/2))))
		sin, cos := math.Sincos(turn)
		points[i] = rules.Point{X: at.X + reach*sin, Y: at.Y - reach*cos}
	}
	return points
}

// castle draws a tower with three merlons and a gate.
func (k *sketch) castle(at rules.Point, of rules.Side) {
	piece, on := board.Paint(of)
	outline := []rules.Point{
		{X: -14, Y: 17}, {X: -12, Y: 0}, {X: -17, Y: -3}, {X: -17, Y: -15}, {X: -10, Y: -15}, {X: -10, Y: -10},
		{X: -4, Y: -10}, {X: -4, Y: -15},
		{X: 4, Y: -15}, {X: 4, Y: -10}, {X: 10, Y: -10}, {X: 10, Y: -15}, {X: 17, Y: -15}, {X: 17, Y: -3},
		{X: 12, Y: 0}, {X: 14, Y: 17},
	}
	gate := []rules.Point{{X: -4.5, Y: 17}, {X: -4.5, Y: 10}, {X: -3, Y: 7}, {X: 0, Y: 5}, {X: 3, Y: 7},
		{X: 4.5, Y: 10}, {X: 4.5, Y: 17}}
	course := []rules.Point{{X: -12, Y: -2}, {X: 12, Y: -2}}
	k.Add(rules.Path{Points: board.Outline(at, 1, outline...), Closed: true,
		Style: rules.Style{Fill: piece, Stroke: board.Rim(of), Width: 2}},
		rules.Path{Points: board.Outline(at, 1, course...), Style: rules.Style{Stroke: on, Width: 1.5}},
		rules.Path{Points: board.Outline(at, 1, gate...), Closed: true, Style: rules.Style{Fill: on}})
}

// hand writes a side's name beside its castle and, during the drops, draws its soldiers in hand. A
// half turn maps one hand to the other.
func (k *sketch) hand(p position, of rules.Side, say rules.Say) {
	const (
		pitch   = 29.0
		radius  = 11.0
		fromTop = 18.0
	)
	middle := rules.Point{X: k.Width - margin - 2*pitch, Y: fromTop}
	below := 23.0
	if of == k.near {
		middle = rules.Point{X: k.Width - middle.X, Y: k.Height - middle.Y}
		below = -below
	}
	words := rules.Text{Center: middle, Size: 13, Role: rules.RoleLabel, Bold: true}
	_, hand := p.of(of)
	if p.dropping() {
		words.Text = say("%s: %d in hand", of.Term(), hand)
	} else {
		words.Text = say(string(of.Term()))
	}
	k.Add(words)
	_, on := board.Paint(of)
	for i := range int(hand) {
		at := rules.Point{X: middle.X + pitch*(float64(i)-float64(hand-1)/2), Y: middle.Y + below}
		k.Add(board.Disc(at, radius, of, 2),
			rules.Path{Points: rose(at, 6.5), Closed: true, Style: rules.Style{Stroke: on, Width: 1.2}})
	}
}
