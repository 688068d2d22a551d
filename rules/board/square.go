package board

import (
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// Square is what stands on one square. From a function that returns the Square of each cell,
// a Frame makes the diagram, the picture and the description of a position: a game that needs
// nothing else implements [rules.Position], [rules.SceneDrawer] and [rules.Describer] in one line
// each.
type Square struct {
	// Side is the side whose piece stands there; None if the square is empty.
	Side rules.Side
	// Piece is the kind of piece, one to three letters, where a game has several kinds.
	Piece string
	// Figure is the outline of the piece in pictures, in a square from -1 to 1 with y downward;
	// nil: a disc.
	Figure []rules.Point
	// Badge is a small outline on the disc, in a square from -1 to 1; nil: none.
	Badge []rules.Point
	// Label is the name of the square, written in a corner of it in pictures.
	Label string
	// Mark says what the last ply did there.
	Mark Mark
}

// Mark is what the last ply did to a square.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	Left          // the ply began there, or took a piece away: ( )
	Reached       // the ply ended there: [ ]
)

// letters are what stands for the piece in a diagram: the kind of piece, in lower case for
// White; or X for Black and O for White.
func (s Square) letters() string {
	switch {
	case s.Side == rules.None:
		return " "
	case s.Piece == "" && s.Side == rules.White:
		return "O"
	case s.Piece == "":
		return "X"
	case s.Side == rules.White:
		return strings.ToLower(s.Piece)
	}
	return strings.ToUpper(s.Piece)
}

// Diagram draws the board as view's player sees it: the letters of each piece in the middle of
// the first line of its box, with the marks around it. A box is at least 3 columns wide.
func (f Frame) Diagram(view rules.Side, square func(Cell) Square) string {
	return f.Draw(view, func(c Cell) []string {
		s := square(c)
		text := s.letters()
		switch s.Mark {
		case Left:
			text = "(" + text + ")"
		case Reached:
			text = "[" + text + "]"
		}
		return []string{strings.Repeat(" ", max(0, f.Width-utf8.RuneCountInString(text)+1)/2) + text}
	})
}

// The measures of a default picture, in units.
const (
	pictureWidth  = 344.0
	pictureHeight = 440.0 // at most
	pictureMargin = 22.0  // on all sides, for the coordinates
	squareSize    = 64.0  // at most
	textSize      = 12.5
)

// Scene draws the board as view's player sees it: square cells, a disc for each piece with its
// letters on it, a broken outline where the last ply began and a whole one where it ended.
func (f Frame) Scene(view rules.Side, square func(Cell) Square) rules.Scene {
	size := min((pictureWidth-2*pictureMargin)/float64(f.Columns), (pictureHeight-2*pictureMargin)/float64(f.Rows),
		squareSize)
	width, height := size*float64(f.Columns), size*float64(f.Rows)
	left, top := (pictureWidth-width)/2, pictureMargin
	middle := func(c Cell) rules.Point {
		x, y := f.Seen(c, view)
		return rules.Point{X: left + size*(float64(x)+0.5), Y: top + size*(float64(y)+0.5)}
	}
	s := Sheet(pictureWidth, height+2*pictureMargin)
	f.scenery(&s, left, top, size)
	if !f.Bare {
		f.Coordinates(&s, textSize, middle, [2]float64{left - 12, left + width + 12},
			[2]float64{top - 11, top + height + 12})
	}
	s.Board = len(s.Shapes)
	for c := range f.All(view) {
		q, at := square(c), middle(c)
		outline := rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3}
		switch q.Mark {
		case Left:
			outline = rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 3, Dash: []float64{5, 4}}
			fallthrough
		case Reached:
			s.Add(rules.Rect(at.X-size/2+3, at.Y-size/2+3, size-6, size-6, outline))
		}
		radius := 0.34 * size
		if q.Label != "" { // the piece leaves room for it
			s.Add(rules.Text{Center: rules.Point{X: at.X - size/2 + 9, Y: at.Y - size/2 + 8}, Size: textSize,
				Text: q.Label,
				Role: rules.RoleLine})
			at, radius = rules.Point{X: at.X + 4, Y: at.Y + 4}, 0.3*size
		}
		if q.Side != rules.None {
			addPiece(&s, at, radius, q)
		}
	}
	return s
}

// scenery adds the squares and the lines between them.
func (f Frame) scenery(s *rules.Scene, left, top, size float64) {
	width, height := size*float64(f.Columns), size*float64(f.Rows)
	s.Add(rules.Rect(left, top, width, height,
		rules.ShapeStyle{Fill: rules.RoleCell, Stroke: rules.RoleLine, Width: 2}))
	for c := range f.All(rules.Black) {
		if f.Chequered && (c.Column+c.Row)%2 == 0 {
			x, y := f.Seen(c, rules.Black)
			s.Add(rules.Rect(left+size*float64(x), top+size*float64(y), size, size,
				rules.ShapeStyle{Fill: rules.RoleDark}))
		}
	}
	line := func(x1, y1, x2, y2 float64) {
		ends := []rules.Point{{X: x1, Y: y1}, {X: x2, Y: y2}}
		s.Add(rules.Path{Points: ends, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1}})
	}
	for i := 1; i < f.Columns; i++ {
		line(left+size*float64(i), top, left+size*float64(i), top+height)
	}
	for i := 1; i < f.Rows; i++ {
		line(left, top+size*float64(i), left+width, top+size*float64(i))
	}
}

// addPiece draws the piece's figure, or a disc with its letters, or without any as AddDisc does.
func addPiece(s *rules.Scene, at rules.Point, radius float64, q Square) {
	if q.Figure != nil {
		piece, _ := Paint(q.Side)
		s.Add(rules.Path{Points: Outline(at, 1.2*radius, q.Figure...), Closed: true,
			ShapeStyle: rules.ShapeStyle{Fill: piece, Stroke: Rim(q.Side), Width: 1.5}})
		return
	}
	if q.Badge != nil {
		_, on := Paint(q.Side)
		s.Add(Disc(at, radius, q.Side, 1.5),
			rules.Path{Points: Outline(at, 0.8*radius, q.Badge...), Closed: true,
				ShapeStyle: rules.ShapeStyle{Fill: on}})
		return
	}
	if q.Piece == "" {
		AddDisc(s, at, radius, q.Side)
		return
	}
	_, on := Paint(q.Side)
	s.Add(Disc(at, radius, q.Side, 1.5),
		rules.Text{Center: at, Size: max(textSize, radius), Text: q.letters(), Role: on, Bold: true})
}

// Describe describes a position that stands on the board: the turn, the pieces of view's side
// and of the other, each in the order of the names of its cells, and the last ply by its marks.
func (f Frame) Describe(p rules.Position, view rules.Side, say rules.SayFunc, square func(Cell) Square) []string {
	described := []string{rules.DescribeTurn(p, say)}
	var left, reached []string
	pieces := map[rules.Side][]string{}
	for c := range f.named() {
		s := square(c)
		name := f.Name(c)
		switch s.Mark {
		case Left:
			left = append(left, name)
		case Reached:
			reached = append(reached, name)
		}
		if s.Piece != "" {
			name = strings.ToUpper(s.Piece) + " " + name
		}
		pieces[s.Side] = append(pieces[s.Side], name)
	}
	for _, side := range [...]rules.Side{view.Near(), view.Near().Opponent()} {
		if len(pieces[side]) == 0 {
			described = append(described, say("%s has nothing on the board.", side.Word()))
		} else {
			described = append(described, say("%s: %s.", side.Word(), strings.Join(pieces[side], ", ")))
		}
	}
	switch from, to := strings.Join(left, ", "), strings.Join(reached, ", "); {
	case from != "" && to != "":
		described = append(described, say("Last move: from %s to %s.", from, to))
	case to != "":
		described = append(described, say("Last move: %s.", to))
	}
	return described
}

// Table is the board as a table of the plies that are cells, for a rules.TableWriter.
func (f Frame) Table(view rules.Side, square func(Cell) Square) (t rules.CellTable) {
	for y := range f.Rows {
		var row []rules.TableCell
		for x := range f.Columns {
			c := f.At(x, y, view)
			s := square(c)
			row = append(row, rules.TableCell{Ply: rules.Move(f.Name(c)), Side: s.Side, Last: s.Mark == Reached})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// named is every cell in the order of the names: a1, a2, b1.
func (f Frame) named() func(yield func(Cell) bool) {
	return func(yield func(Cell) bool) {
		for column := range f.Columns {
			for row := range f.Rows {
				if !yield(Cell{column, row}) {
					return
				}
			}
		}
	}
}

// The figures of pieces in Unicode, for rules.Game.Figures.
const (
	BlackDisc = '●'
	WhiteDisc = '○'
	BlackKing = '♚'
	WhiteKing = '♔'
)

// Discs are the figures of a game in whose diagrams X is Black's piece and O is White's.
var Discs = map[rune]rune{'X': BlackDisc, 'O': WhiteDisc}
