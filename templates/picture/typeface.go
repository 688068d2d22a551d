package picture

import (
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"turnpost/rules"
)

// typeface is the two fonts. It is safe for concurrent use.
type typeface struct{ regular, bold *sfnt.Font }

func newTypeface() *typeface {
	return &typeface{mustParse(goregular.TTF), mustParse(gobold.TTF)}
}

// mustParse panics if a font that is part of the program is broken: nobody who
// calls could do anything about it.
func mustParse(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("picture: an embedded font cannot be read: %v", err))
	}
	return f
}

// glyphs calls each for every segment of the outlines of a text, with its
// points in units of the scene. The text's advance is centred on x, and the
// height of its capitals on y: so "a", "g" and "A" of a row of coordinates
// stand on one line.
func (t *typeface) glyphs(s rules.Text, each func(op sfnt.SegmentOp, p [3]rules.Point)) {
	f := t.regular
	if s.Bold {
		f = t.bold
	}
	var buf sfnt.Buffer
	em := f.UnitsPerEm()
	ppem := fixed.I(int(em))
	// At one pixel a font unit nothing is lost by rounding.
	scale := s.Size / float64(ppem)
	metrics, err := f.Metrics(&buf, ppem, font.HintingNone)
	if err != nil {
		return // as a text without letters
	}
	type set struct {
		index sfnt.GlyphIndex
		at    fixed.Int26_6
	}
	var line []set
	var width fixed.Int26_6
	for _, r := range s.Text {
		// A letter that the font lacks has index 0, an empty box.
		i, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		advance, err := f.GlyphAdvance(&buf, i, ppem, font.HintingNone)
		if err != nil {
			continue
		}
		line = append(line, set{i, width})
		width += advance
	}
	left := s.Center.X - float64(width)*scale/2
	base := s.Center.Y + float64(metrics.CapHeight)*scale/2
	for _, g := range line {
		segments, err := f.LoadGlyph(&buf, g.index, ppem, nil)
		if err != nil {
			continue
		}
		for _, seg := range segments {
			var p [3]rules.Point
			for i, a := range seg.Args {
				p[i] = rules.Point{X: left + float64(a.X+g.at)*scale, Y: base + float64(a.Y)*scale}
			}
			each(seg.Op, p)
		}
	}
}

// polygons is the outlines of a text with its curves made straight.
func (t *typeface) polygons(s rules.Text) [][]rules.Point {
	const steps = 5
	var out [][]rules.Point
	t.glyphs(s, func(op sfnt.SegmentOp, p [3]rules.Point) {
		if op == sfnt.SegmentOpMoveTo {
			out = append(out, []rules.Point{p[0]})
			return
		}
		last := &out[len(out)-1]
		from := (*last)[len(*last)-1]
		switch op {
		case sfnt.SegmentOpLineTo:
			*last = append(*last, p[0])
		case sfnt.SegmentOpQuadTo:
			for i := 1; i <= steps; i++ {
				u := float64(i) / steps
				*last = append(*last, along(along(from, p[0], u), along(p[0], p[1], u), u))
			}
		case sfnt.SegmentOpCubeTo:
			for i := 1; i <= steps; i++ {
				u := float64(i) / steps
				a, b, c := along(from, p[0], u), along(p[0], p[1], u), along(p[1], p[2], u)
				*last = append(*last, along(along(a, b, u), along(b, c, u), u))
			}
		}
	})
	return out
}
