package rules

// ShapeRole is the meaning of a shape, which decides its colour.
type ShapeRole uint8

// The roles.
const (
	RoleNone    ShapeRole = iota // not drawn
	RoleBack                     // the sheet around the board
	RoleCell                     // a cell, or the board itself
	RoleDark                     // a cell of a second, equal kind, such as the plate that turns
	RoleRed                      // a cell that is special by the rules; it is also hatched or marked
	RoleLine                     // lines of the board
	RoleFaint                    // construction lines: a dashed hexagon
	RoleLabel                    // coordinates and other words on RoleBack
	RoleBlack                    // Black's pieces
	RoleWhite                    // White's pieces
	RoleOnBlack                  // figures and letters on Black's pieces
	RoleOnWhite                  // figures and letters on White's pieces
	RoleLast                     // where the last move ended
	RoleFrom                     // where the last move began, and where it took pieces
)

// Scene is one board as plain data, seen by one side: shapes in order, from the bottom up,
// coloured by role and not by colour. Games describe their boards with it, and the code that
// draws pictures knows nothing of games.
//
// A scene is Width by Height units; x grows to the right and y downward. One unit is one CSS
// pixel: a scene is 300 to 375 units wide, so that a phone shows it whole, and is drawn at
// twice the size for sharp screens. Text is at least as high as 11 CSS pixels are where a
// scene is 343 wide, as on a phone: some 12 units.
//
// Whatever distinguishes two things does so by shape, position or letter as well as by colour:
// a picture must be readable in black-and-white print and by a person who does not see colours.
//
// Nothing is promised about how a role looks, except that RoleBack, RoleCell and RoleLine are
// quiet, and that RoleBlack and RoleWhite are as different as can be on each of them.
type Scene struct {
	Width, Height float64
	Shapes        []Shape
	// Board is the number of shapes, from the bottom up, that are the same in every position
	// for this side, so that they need to be drawn only once.
	Board int
}

// Point is a place in a scene.
type Point struct{ X, Y float64 }

// Shape is one of [Path], [Circle] and [Text].
type Shape interface{ shape() }

// ShapeStyle is how a shape is painted. Fill is painted first.
type ShapeStyle struct {
	Fill, Stroke ShapeRole
	// Width of the stroke, in units.
	Width float64
	// Dash is the alternating lengths of strokes and gaps; nil: a solid line.
	Dash []float64
}

// Path is straight lines from point to point.
type Path struct {
	Points []Point
	Closed bool
	ShapeStyle
}

// Circle is a disc or a ring.
type Circle struct {
	Center Point
	Radius float64
	ShapeStyle
}

// Text is one line of words with its middle at Center.
type Text struct {
	Center Point
	// Size is the em size, in units.
	Size float64
	Text string
	Role ShapeRole
	Bold bool
}

func (Path) shape()   {}
func (Circle) shape() {}
func (Text) shape()   {}

// Add adds shapes on top.
func (s *Scene) Add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }

// Rect is the path around a rectangle.
func Rect(x, y, width, height float64, style ShapeStyle) Path {
	return Path{Points: []Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, Closed: true,
		ShapeStyle: style}
}
