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
	// cover holds the coverage of the pixels of all spans that are not solid, one
	// span behind the other.
	cover []uint8
}

// span is pixels side by side. Places count from the origin of the stamp. It is
// small, because thousands of stamps are kept.
type span struct {
	x, y int16
	n    int16 // how many pixels; -n if the ink covers all of them
}

// widest is how far from its anchor a stamp reaches at most, in pixels: what a
// long text has beyond it is not on the sheet either. A span holds it.
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
				l.spans = append(l.spans, span{int16(origin.X + start), int16(origin.Y + y), int16(start - x)})
			default:
				for ; x < len(row); x++ {
					if c = quarters(row[x]); c == 0 || c == full {
						break
					}
					l.cover = append(l.cover, c)
				}
				l.spans = append(l.spans, span{int16(origin.X + start), int16(origin.Y + y), int16(x - start)})
			}
		}
	}
	// Both grew by doubling, and may be kept for long.
	l.spans, l.cover = slices.Clone(l.spans), slices.Clone(l.cover)
	return l
}

func quarters(alpha uint8) uint8 { return uint8((int(alpha)*full + 127) / 255) }

// size is roughly the memory of a stamp, in bytes.
func (s *stamp) size() int {
	n := 64
	for _, l := range s.layers {
		n += 64 + 6*len(l.spans) + len(l.cover)
	}
	return n
}

// lay puts a stamp onto a picture, moved by whole pixels.
func (p *paints) lay(m *image.Paletted, s *stamp, dx, dy int) {
	for _, l := range s.layers {
		over, covers := &p.over[l.ink], l.cover
		for _, sp := range l.spans {
			n, cover := int(sp.n), []uint8(nil)
			if n < 0 {
				n = -n
			} else {
				cover, covers = covers[:n], covers[n:]
			}
			x, y := int(sp.x)+dx, int(sp.y)+dy
			from, to := max(x, 0), min(x+n, m.Rect.Dx())
			if y < 0 || y >= m.Rect.Dy() || from >= to {
				continue
			}
			row := m.Pix[y*m.Stride+from : y*m.Stride+to]
			if cover == nil {
				fill(row, uint8(l.ink))
				continue
			}
			for i, c := range cover[from-x:][:len(row)] {
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
