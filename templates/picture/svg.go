package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"

	"golang.org/x/image/font/sfnt"

	"turnpost/rules"
)

// SVG draws a scene as a document of its own, its size one CSS pixel a unit.
// Words are outlines of letters, so that it needs no font, and stand as titles
// beside them for searching and screen readers. What cannot be drawn is left out.
func SVG(s rules.Scene) []byte { return svg(s, newTypeface()) }

// SVG is [SVG] with fonts that are read already.
func (p *Painter) SVG(s rules.Scene) []byte { return svg(s, p.types) }

func svg(s rules.Scene, types *typeface) []byte {
	d := &drawing{types: types, colors: hexColors()}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s">`+"\n",
		num(s.Width), num(s.Height))
	d.f(`<rect width="%s" height="%s" fill="%s"/>`+"\n", num(s.Width), num(s.Height), d.colors[inkBack])
	for _, shape := range s.Shapes {
		if check(rules.Scene{Width: s.Width, Height: s.Height, Shapes: []rules.Shape{shape}}) == nil {
			d.shape(shape)
		}
	}
	d.f(`<rect x="0.5" y="0.5" width="%s" height="%s" fill="none" stroke="%s"/>`+"\n</svg>\n",
		num(max(0, s.Width-1)), num(max(0, s.Height-1)), d.colors[inkRim])
	return d.out.Bytes()
}

// drawing is an SVG in the making.
type drawing struct {
	out    bytes.Buffer
	types  *typeface
	colors [inks]string
}

func (d *drawing) f(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

// shape writes one shape; for a fill of Red with its hatching in between.
func (d *drawing) shape(s rules.Shape) {
	switch s := s.(type) {
	case rules.Circle:
		d.styled(s.ShapeStyle, circle(s.Center, s.Radius),
			fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s"`, num(s.Center.X), num(s.Center.Y), num(s.Radius)))
	case rules.Path:
		if len(s.Points) == 0 {
			return
		}
		var b bytes.Buffer
		for i, p := range s.Points {
			fmt.Fprintf(&b, "%c%s %s", "LM"[b2i(i == 0)], num(p.X), num(p.Y))
		}
		if s.Closed {
			b.WriteByte('Z')
		}
		d.styled(s.ShapeStyle, s.Points, fmt.Sprintf(`<path d="%s"`, b.String()))
	case rules.Text:
		d.text(s)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// styled writes an element, of which begun is the beginning, as style says.
func (d *drawing) styled(style rules.ShapeStyle, points []rules.Point, begun string) {
	fill, filled := inkOf(style.Fill)
	filled = filled && len(points) > 2
	line, lined := inkOf(style.Stroke)
	lined = lined && style.Width > 0
	paint := func(filled, lined bool) {
		d.out.WriteString(begun)
		if filled {
			d.f(` fill="%s"`, d.colors[fill])
		} else {
			d.f(` fill="none"`)
		}
		if lined {
			d.f(` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, d.colors[line], num(style.Width))
			if dashes(style.Dash) {
				d.f(` stroke-dasharray="`)
				for i, l := range style.Dash {
					if i > 0 {
						d.out.WriteByte(' ')
					}
					d.out.WriteString(num(l))
				}
				d.out.WriteByte('"')
			} else {
				d.f(` stroke-linecap="round"`)
			}
		}
		d.f("/>\n")
	}
	switch {
	case filled && fill == inkRed:
		paint(true, false)
		d.f(`<path fill="none" stroke="%s" stroke-width="%d" d="`, d.colors[inkHatch], hatchWidth)
		for _, l := range hatching(points) {
			d.f("M%s %sL%s %s", num(l[0].X), num(l[0].Y), num(l[1].X), num(l[1].Y))
		}
		d.f("\"/>\n")
		if lined {
			paint(false, true)
		}
	case filled || lined:
		paint(filled, lined)
	}
}

// text writes words as the outlines of their letters.
func (d *drawing) text(s rules.Text) {
	i, ok := inkOf(s.Role)
	if !ok || s.Text == "" {
		return
	}
	d.f(`<path fill="%s" d="`, d.colors[i])
	open := false
	d.types.glyphs(s, func(op sfnt.SegmentOp, p [3]rules.Point) {
		letter, n := byte('M'), 1
		switch op {
		case sfnt.SegmentOpLineTo:
			letter = 'L'
		case sfnt.SegmentOpQuadTo:
			letter, n = 'Q', 2
		case sfnt.SegmentOpCubeTo:
			letter, n = 'C', 3
		default:
			if open {
				d.out.WriteByte('Z')
			}
			open = true
		}
		d.out.WriteByte(letter)
		for i, q := range p[:n] {
			if i > 0 {
				d.out.WriteByte(' ')
			}
			d.out.WriteString(num(q.X) + " " + num(q.Y))
		}
	})
	if open {
		d.out.WriteByte('Z')
	}
	d.f(`"><title>`)
	// The error can only be the buffer's, which has none.
	_ = xml.EscapeText(&d.out, []byte(s.Text))
	d.f("</title></path>\n")
}

// hexColors is the palette as SVG writes it.
func hexColors() [inks]string {
	var out [inks]string
	for i, c := range colors() {
		out[i] = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return out
}

// num writes a number with at most two decimals: a hundredth of a unit is
// smaller than any pixel.
func num(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // never "-0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
