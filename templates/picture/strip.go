package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"turnpost/rules"
)

// FilmStrip draws many positions of one game, all seen by one side, for a page that shows
// them one at a time. What is the same in all is a picture of its own, which many pages
// may share; of the rest each shape is drawn once, however often it stands somewhere, and
// a position is a list of what stands where. So one takes some hundred bytes and not
// twenty thousand. It is not safe for concurrent use.
type FilmStrip struct {
	painter *Painter
	width   float64
	height  float64
	begun   bool
	defs    bytes.Buffer
	kinds   map[string]int // by how a shape looks, wherever it stands
	placed  map[place]int
	key     []byte
}

// place is a kind of shape and where it stands.
type place struct {
	kind int
	x, y float64
}

// Strip begins a strip that has no position yet.
func (p *Painter) Strip() *FilmStrip {
	return &FilmStrip{painter: p, kinds: map[string]int{}, placed: map[place]int{}}
}

// Base is the document that lies below each position of the side that sees s.
func (p *Painter) Base(s rules.Scene) []byte {
	s.Shapes = s.Shapes[:s.Board]
	return svg(s, p.types)
}

// Size is the width and the height of the positions, in units.
func (s *FilmStrip) Size() (width, height float64) { return s.width, s.height }

// Frame is a position, as elements to be put above its base in an SVG element beside
// [FilmStrip.Defs]. What cannot be drawn is left out, as in [SVG].
func (s *FilmStrip) Frame(in rules.Scene) (string, error) {
	if s.begun && (in.Width != s.width || in.Height != s.height) {
		return "", fmt.Errorf("a strip of %v by %v has a position of %v by %v", s.width, s.height, in.Width, in.Height)
	}
	s.begun, s.width, s.height = true, in.Width, in.Height
	var out strings.Builder
	one := rules.Scene{Width: in.Width, Height: in.Height, Shapes: []rules.Shape{nil}}
	for _, shape := range in.Shapes[in.Board:] {
		if one.Shapes[0] = shape; check(one) != nil {
			continue
		}
		if n := s.place(shape); n > 0 {
			out.WriteString(`<use href="#`)
			out.WriteString(name(n))
			out.WriteString(`"/>`)
		}
	}
	return out.String(), nil
}

// Defs are the elements to which the positions that were made so far refer: they belong
// into the same document, below <defs>. Their names are z and letters or digits.
func (s *FilmStrip) Defs() string { return s.defs.String() }

// name is that of an element of ours.
func name(n int) string { return "z" + strconv.FormatInt(int64(n), 36) }

// place is the number of a shape where it stands; 0 if there is nothing to be seen.
func (s *FilmStrip) place(shape rules.Shape) int {
	origin := originOf(shape)
	s.key = keyOf(s.key[:0], shape, origin)
	kind, known := s.kinds[string(s.key)]
	if !known {
		if text := s.painter.look(s.key, shape, origin); text != "" {
			kind = s.next()
			fmt.Fprintf(&s.defs, `<g id="%s">%s</g>`, name(kind), text)
		}
		s.kinds[string(s.key)] = kind
	}
	if kind == 0 || origin == (rules.Point{}) {
		return kind
	}
	at := place{kind, math.Round(origin.X * 100), math.Round(origin.Y * 100)}
	n, known := s.placed[at]
	if !known {
		n = s.next()
		s.placed[at] = n
		fmt.Fprintf(&s.defs, `<use id="%s" href="#%s" x="%s" y="%s"/>`, name(n), name(kind), num(origin.X),
			num(origin.Y))
	}
	return n
}

// look is the markup of a shape that is called so by keyOf: the games of a kind have the
// same pieces.
func (p *Painter) look(key []byte, shape rules.Shape, origin rules.Point) string {
	p.mu.Lock()
	text, ok := p.markup.get(key)
	p.mu.Unlock()
	if ok {
		return text
	}
	d := &drawing{types: p.types, colors: hexColors()}
	d.shape(shifted(shape, origin))
	text = plain(d.out.String())
	p.mu.Lock()
	p.markup.put(string(key), text, len(text))
	p.mu.Unlock()
	return text
}

// next is a number that none has: there are as many names as kinds and places.
func (s *FilmStrip) next() int { return len(s.kinds) + len(s.placed) + 1 }

// plain takes the titles of words and the line ends out of elements: what a position
// shows is said beside it.
func plain(text string) string {
	for {
		before, rest, found := strings.Cut(text, "<title>")
		if !found {
			return strings.ReplaceAll(text, "\n", "")
		}
		_, after, _ := strings.Cut(rest, "</title>")
		text = before + after
	}
}

// originOf is from where a shape's places are counted. Hatching stands where it stands.
func originOf(shape rules.Shape) rules.Point {
	switch s := shape.(type) {
	case rules.Circle:
		if s.Fill != rules.RoleRed {
			return s.Center
		}
	case rules.Path:
		if s.Fill != rules.RoleRed && len(s.Points) > 0 {
			return s.Points[0]
		}
	case rules.Text:
		return s.Center
	}
	return rules.Point{}
}

// shifted is a shape with its origin at 0, 0.
func shifted(shape rules.Shape, origin rules.Point) rules.Shape {
	switch s := shape.(type) {
	case rules.Circle:
		s.Center.X -= origin.X
		s.Center.Y -= origin.Y
		return s
	case rules.Path:
		points := make([]rules.Point, len(s.Points))
		for i, p := range s.Points {
			points[i] = rules.Point{X: p.X - origin.X, Y: p.Y - origin.Y}
		}
		s.Points = points
		return s
	case rules.Text:
		s.Center.X -= origin.X
		s.Center.Y -= origin.Y
		return s
	}
	return shape
}

// keyOf says all about a shape but where its origin is. Two that differ by less than
// what [num] writes are the same.
func keyOf(key []byte, shape rules.Shape, origin rules.Point) []byte {
	number := func(v float64) { key = binary.AppendVarint(key, int64(math.Round(v*100))) }
	style := func(s rules.ShapeStyle) {
		key = append(key, byte(s.Fill), byte(s.Stroke), byte(len(s.Dash)))
		number(s.Width)
		for _, d := range s.Dash {
			number(d)
		}
	}
	switch s := shape.(type) {
	case rules.Circle:
		key = append(key, 'c')
		style(s.ShapeStyle)
		number(s.Radius)
		number(s.Center.X - origin.X)
		number(s.Center.Y - origin.Y)
	case rules.Path:
		key = append(key, 'p', byte(b2i(s.Closed)))
		style(s.ShapeStyle)
		for _, p := range s.Points {
			number(p.X - origin.X)
			number(p.Y - origin.Y)
		}
	case rules.Text:
		key = append(key, 't', byte(s.Role), byte(b2i(s.Bold)))
		number(s.Size)
		key = append(key, s.Text...)
	}
	return key
}
