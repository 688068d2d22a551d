package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"math"
	"sync"

	"golang.org/x/sync/singleflight"

	"turnpost/rules"
)

// sharp is how many pixels a unit of a PNG has, for sharp screens.
const sharp = 2

// large is the size in bytes above which a picture is worth the time to compress it better: the
// pictures of a message should stay under 40 kB.
const large = 39_999

// What a Painter keeps, in bytes. Together that is all that it holds of memory
// between pictures, but for a megabyte or two of tools.
const (
	// Pictures as they are sent, some 160: what both sides saw of the last eighty
	// positions, for a digest or a message that shows one again.
	keptPictures = 4 << 20
	// The pixels of shapes, two kilobytes each: all those of four games take 3.3 MB.
	keptStamps = 4 << 20
	// The markup of shapes, for strips.
	keptMarkup = 2 << 20
)

// Painter draws scenes. It keeps the pictures that it made last, because one position is shown
// to two players and to all who watch, and the pixels of shapes: to make them again takes 3 ms
// of CPU a picture. It is safe for concurrent use.
type Painter struct {
	paints   *paints
	types    *typeface
	flight   singleflight.Group
	stampers sync.Pool // of *stamper
	buffers  buffers

	mu       sync.Mutex
	pictures *lru[[]byte]
	stamps   *lru[*stamp]
	markup   *lru[string]
}

// NewPainter is a Painter that has drawn nothing yet.
func NewPainter() *Painter {
	return &Painter{
		paints:   mixedPaints(),
		types:    newTypeface(),
		stampers: sync.Pool{New: func() any { return new(stamper) }},
		pictures: newLRU[[]byte](keptPictures),
		stamps:   newLRU[*stamp](keptStamps),
		markup:   newLRU[string](keptMarkup),
	}
}

// buffers is the memory of PNG encoders, some megabytes each.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	kept, _ := b.pool.Get().(*png.EncoderBuffer)
	return kept
}

func (b *buffers) Put(kept *png.EncoderBuffer) { b.pool.Put(kept) }

// PNG draws a scene at two pixels a unit. The error says what cannot be drawn
// about the scene. The caller must not change the bytes: others may get the
// same.
func (p *Painter) PNG(s rules.Scene) ([]byte, error) { return p.png(s, sharp) }

// Small draws a scene at one pixel a unit, to be shown at half its size or less:
// it is as sharp there, and a third as large.
func (p *Painter) Small(s rules.Scene) ([]byte, error) { return p.png(s, 1) }

func (p *Painter) png(s rules.Scene, scale float64) ([]byte, error) {
	if err := check(s); err != nil {
		return nil, fmt.Errorf("drawing a PNG: %w", err)
	}
	key := append(contents(s), byte(scale))
	if data, ok := p.known(key); ok {
		return data, nil
	}
	data, err, _ := p.flight.Do(string(key), func() (any, error) {
		// It may have been made since we looked.
		if data, ok := p.known(key); ok {
			return data, nil
		}
		data, err := p.encode(p.draw(s, scale))
		if err != nil {
			return nil, fmt.Errorf("encoding a PNG: %w", err)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.pictures.put(string(key), data, len(data))
		return data, nil
	})
	if err != nil {
		return nil, err
	}
	return data.([]byte), nil
}

// PNG draws a scene at two pixels a unit. To draw more than one, a [Painter] is quicker.
func PNG(s rules.Scene) ([]byte, error) { return NewPainter().PNG(s) }

// encode writes a picture as a PNG: quickly or, if that gives a large one, well. It does not
// filter rows, which makes pictures of few colours smaller.
func (p *Painter) encode(m *image.Paletted) ([]byte, error) {
	var out bytes.Buffer
	for _, level := range []png.CompressionLevel{png.BestSpeed, png.DefaultCompression} {
		out.Reset()
		encoder := png.Encoder{CompressionLevel: level, BufferPool: &p.buffers}
		if err := encoder.Encode(&out, m); err != nil {
			return nil, err
		}
		if out.Len() <= large {
			break
		}
	}
	return out.Bytes(), nil
}

func (p *Painter) known(key []byte) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pictures.get(key)
}

// contents is a digest of all that a picture of a scene depends on.
func contents(s rules.Scene) []byte {
	const most = 8 << 10 // to be gathered at once
	b := make([]byte, 0, most+most/2)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Width))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Height))
	sum := sha256.New()
	for _, shape := range s.Shapes {
		if b = appendKey(b, shape, 1, 0, 0); len(b) > most {
			sum.Write(b)
			b = b[:0]
		}
	}
	sum.Write(b)
	return sum.Sum(nil)
}

// pixels is the size of a picture of a scene.
func pixels(s rules.Scene, scale float64) (w, h int) {
	return int(math.Ceil(s.Width * scale)), int(math.Ceil(s.Height * scale))
}

// draw makes the pixels of a scene.
func (p *Painter) draw(s rules.Scene, scale float64) *image.Paletted {
	w, h := pixels(s, scale)
	m := image.NewPaletted(image.Rect(0, 0, w, h), p.paints.palette)
	fill(m.Pix, uint8(inkBack))
	p.add(m, s.Shapes, scale)
	rim(m, int(scale))
	return m
}

// add lays shapes onto a picture.
func (p *Painter) add(m *image.Paletted, shapes []rules.Shape, scale float64) {
	var key []byte
	for _, shape := range shapes {
		x, y := anchor(shape, scale)
		key = appendKey(append(key[:0], byte(scale)), shape, scale, x, y)
		p.mu.Lock()
		st, ok := p.stamps.get(key)
		p.mu.Unlock()
		if !ok {
			z := p.stampers.Get().(*stamper)
			st = z.stamp(p.types.outline(moved(shape, scale, x, y)), scale)
			p.stampers.Put(z)
			p.mu.Lock()
			p.stamps.put(string(key), st, st.size())
			p.mu.Unlock()
		}
		p.paints.lay(m, st, x, y)
	}
}

// rim frames a picture, over whatever the board puts there.
func rim(m *image.Paletted, width int) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		row := m.Pix[y*m.Stride:][:w]
		if y < width || y >= h-width {
			fill(row, uint8(inkRim))
			continue
		}
		fill(row[:min(width, w)], uint8(inkRim))
		fill(row[max(0, w-width):], uint8(inkRim))
	}
}
