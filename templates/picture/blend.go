package picture

import (
	"image/color"
	"sync"
)

// full is the coverage of a pixel that lies wholly under an ink: coverage is
// counted in quarters, which at twice the size is as smooth as the eye asks for.
// Eighths make a picture a seventh larger.
const full = 4

// alike is the squared distance in RGB below which a mixed colour is not worth
// an entry of its own.
const alike = 400

// paints is the palette of all pictures and what laying an ink on it gives. It
// never changes.
type paints struct {
	// palette begins with the inks, in their order; then come the mixtures of
	// two inks, for edges. It has fewer than 256 entries, so that a film has one
	// left to say "as before".
	palette color.Palette
	// over[ink][coverage][index] is the index after ink is laid on index.
	over [inks][full + 1][256]uint8
}

// mixedPaints mixes the palette, once for all painters.
var mixedPaints = sync.OnceValue(func() *paints {
	p := &paints{}
	base := colors()
	list := append(make([]color.RGBA, 0, 256), base[:]...)
	// First halves, then quarters, so that what is left out for being like
	// another is the least needed.
	for _, steps := range [][]int{{2}, {1, 3}} {
		for _, c := range steps {
			for a := range base {
				for b := range base {
					m := mix(base[a], base[b], c)
					if _, d := nearest(list, m); d > alike && len(list) < 255 {
						list = append(list, m)
					}
				}
			}
		}
	}
	for _, c := range list {
		p.palette = append(p.palette, c)
	}
	for a := range base {
		for c := range full + 1 {
			for i, under := range list {
				n, _ := nearest(list, mix(base[a], under, c))
				p.over[a][c][i] = uint8(n)
			}
		}
	}
	return p
})

// mix is a over b, a covering so many quarters.
func mix(a, b color.RGBA, cover int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*cover + int(y)*(full-cover) + full/2) / full) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xff}
}

// nearest is the entry of list that is most like c, and its squared distance.
func nearest(list []color.RGBA, c color.RGBA) (at, distance int) {
	distance = 1 << 30
	for i, l := range list {
		r, g, b := int(l.R)-int(c.R), int(l.G)-int(c.G), int(l.B)-int(c.B)
		if d := r*r + g*g + b*b; d < distance {
			at, distance = i, d
		}
	}
	return at, distance
}
