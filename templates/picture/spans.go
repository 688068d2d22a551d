package picture

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// stamp is a shape turned into pixels, to be laid down at any whole pixel.
type stamp struct{ layers []layer }

// layer is the pixels of one ink.
type layer struct {
	ink   ink
	spans []span
	// cover holds the coverage of the pixels of all spans that are not solid.
	cover []uint8
}

// span is pixels side by side. Places count from the origin of the stamp.
type span struct {
	x, y, n int32
	// at is where the coverage of the span begins; -1: the ink covers all.
	at int32
}

// widest is how far from its anchor a stamp reaches at most, in pixels: what a
// long text has beyond it is not on the sheet either.
const widest = (mostSide + 2*mostBeyond) * sharp

// stamper makes stamps. It keeps its memory, of which a long line takes some
// megabytes, and serves one at a time.
type stamper struct {
	raster vector.Rasterizer
	mask   image.Alpha
}

// stamp fills areas, in units of the scene, at so many pixels a unit.
func (z *stamper) stamp(areas []area, scale float64) *stamp {
	s, r := &stamp{}, &z.raster
	for _, a := range areas {
		box := image.Rectangle{}
		for _, polygon := range a.polygons {
			for _, p := range polygon {
				x, y := int(math.Floor(p.X*scale)), int(math.Floor(p.Y*scale))
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		box = box.Intersect(image.Rect(-widest, -widest, widest, widest))
		if box.Empty() {
			continue
		}
		r.Reset(box.Dx(), box.Dy())
		r.DrawOp = draw.Src
		for _, polygon := range a.polygons {
			for i, p := range polygon {
				x := float32(p.X*scale - float64(box.Min.X))
				y := float32(p.Y*scale - float64(box.Min.Y))
				if i == 0 {
					r.MoveTo(x, y)
				} else {
					r.LineTo(x, y)
				}
			}
			r.ClosePath()
		}
		z.mask.Stride, z.mask.Rect = box.Dx(), image.Rect(0, 0, box.Dx(), box.Dy())
		z.mask.Pix = slices.Grow(z.mask.Pix[:0], box.Dx()*box.Dy())[:box.Dx()*box.Dy()]
		r.Draw(&z.mask, z.mask.Rect, image.Opaque, image.Point{})
		s.layers = append(s.layers, newLayer(a.ink, &z.mask, box.Min))
	}
	return s
}

// newLayer gathers the covered pixels of a mask whose corner lies at origin.
func newLayer(i ink, mask *image.Alpha, origin image.Point) layer {
	l := layer{ink: i}
	for y := range mask.Rect.Dy() {
		row := mask.Pix[y*mask.Stride:][:mask.Rect.Dx()]
		for x := 0; x < len(row); {
			c := quarters(row[x])
			start := x
			switch c {
			case 0:
				// Most of a mask is empty, where a thin line crosses it.
				for x++; x+8 <= len(row) && binary.NativeEndian.Uint64(row[x:]) == 0; x += 8 {
				}
				continue
			case full:
				for x < len(row) && quarters(row[x]) == full {
					x++
				}
				l.spans = append(l.spans, span{int32(origin.X + start), int32(origin.Y + y), int32(x - start), -1})
			default:
				at := len(l.cover)
				for ; x < len(row); x++ {
					if c = quarters(row[x]); c == 0 || c == full {
						break
					}
					l.cover = append(l.cover, c)
				}
				l.spans = append(l.spans, span{int32(origin.X + start), int32(origin.Y + y), int32(x - start), int32(at)})
			}
		}
	}
	return l
}

func quarters(alpha uint8) uint8 { return uint8((int(alpha)*full + 127) / 255) }

// size is roughly the memory of a stamp, in bytes.
func (s *stamp) size() int {
	n := 64
	for _, l := range s.layers {
		n += 64 + 16*len(l.spans) + len(l.cover)
	}
	return n
}

// lay puts a stamp onto a picture, moved by whole pixels.
func (p *paints) lay(m *image.Paletted, s *stamp, dx, dy int) {
	for _, l := range s.layers {
		over := &p.over[l.ink]
		for _, sp := range l.spans {
			y := int(sp.y) + dy
			x0, x1 := int(sp.x)+dx, int(sp.x+sp.n)+dx
			from, to := max(x0, 0), min(x1, m.Rect.Dx())
			if y < 0 || y >= m.Rect.Dy() || from >= to {
				continue
			}
			row := m.Pix[y*m.Stride+from : y*m.Stride+to]
			if sp.at < 0 {
				fill(row, uint8(l.ink))
				continue
			}
			cover := l.cover[int(sp.at)+from-x0:][:len(row)]
			for i, c := range cover {
				row[i] = over[c][row[i]]
			}
		}
	}
}

// fill sets every byte of row to v. It copies what is set already, twice as much
// each time, because bytes set one by one are most of the time of a picture.
func fill(row []uint8, v uint8) {
	if len(row) == 0 {
		return
	}
	row[0] = v
	for n := 1; n < len(row); n *= 2 {
		copy(row[n:], row[:n])
	}
}
