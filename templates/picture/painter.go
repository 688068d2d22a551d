package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
	"golang.org/x/sync/singleflight"

	"turnpost/rules"
)

// sharp is how many pixels a unit of a PNG has, for sharp screens.
const sharp = 2

// large is from how many bytes on a picture is worth the time to press it
// harder: a letter's pictures shall stay under 40 kB.
const large = 39_999

// smaller is the level of compression that makes large pictures smaller by a
// tenth; higher ones gain less than they take.
const smaller = 5

// What a Painter keeps, in bytes. Together that is all that it holds of memory
// between pictures, but for a megabyte or two of tools.
const (
	// Pictures as they are sent, some 160: what both sides saw of the last eighty
	// positions, for a digest or a letter that shows one again.
	keptPictures = 4 << 20
	// The pixels of shapes, two kilobytes each: all those of four games take 3.3 MB.
	keptStamps = 4 << 20
	// The markup of shapes, for strips.
	keptMarkup = 2 << 20
	// Empty boards with all their pixels, 0.6 MB each: both sides' of four games.
	keptBoards = 5 << 20
)

// Painter draws scenes. It keeps the pictures that it made last, because one
// position is shown to two players and to all who watch, and empty boards and
// the pixels of shapes, because the next position is the same board with one
// piece moved. It is safe for concurrent use.
type Painter struct {
	paints   *paints
	types    *typeface
	flight   singleflight.Group
	sheets   sync.Pool // of *sheet
	stampers sync.Pool // of *stamper
	// fast takes half the time of small. Both are of *encoder.
	fast, small sync.Pool

	mu       sync.Mutex
	pictures *lru[[]byte]
	boards   *lru[[]uint8] // the rows of sheets
	stamps   *lru[*stamp]
	markup   *lru[string]
}

// NewPainter is a Painter that has drawn nothing yet.
func NewPainter() *Painter {
	return &Painter{
		paints:   mixedPaints(),
		types:    newTypeface(),
		stampers: sync.Pool{New: func() any { return new(stamper) }},
		fast:     sync.Pool{New: func() any { return newEncoder(flate.BestSpeed) }},
		small:    sync.Pool{New: func() any { return newEncoder(smaller) }},
		pictures: newLRU[[]byte](keptPictures),
		boards:   newLRU[[]uint8](keptBoards),
		stamps:   newLRU[*stamp](keptStamps),
		markup:   newLRU[string](keptMarkup),
	}
}

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
	board, key := contents(s)
	key = append(key, byte(scale))
	if data, ok := p.known(key); ok {
		return data, nil
	}
	data, err, _ := p.flight.Do(string(key), func() (any, error) {
		// It may have been made since we looked.
		if data, ok := p.known(key); ok {
			return data, nil
		}
		m := p.drawOn(board, s, scale)
		defer p.sheets.Put(m)
		data, err := p.encode(m)
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

// PNG draws a scene at two pixels a unit. Whoever draws more than one has it
// quicker from a [Painter].
func PNG(s rules.Scene) ([]byte, error) { return NewPainter().PNG(s) }

// encode writes a sheet as a PNG: quickly or, if that gives a large one, well.
func (p *Painter) encode(m *sheet) ([]byte, error) {
	data, err := encodeBy(&p.fast, m)
	if err == nil && len(data) > large {
		data, err = encodeBy(&p.small, m)
	}
	return data, err
}

// encodeBy writes a sheet by an encoder of a pool.
func encodeBy(pool *sync.Pool, m *sheet) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	data, err := e.encode(m)
	return bytes.Clone(data), err
}

func (p *Painter) known(key []byte) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pictures.get(key)
}

// contents is digests of all that a picture of a scene depends on: of its board
// alone, and of the whole.
func contents(s rules.Scene) (board, whole []byte) {
	const most = 8 << 10 // to be gathered at once
	b := make([]byte, 0, most+most/2)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Width))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Height))
	sum := sha256.New()
	for i, shape := range s.Shapes {
		if i == s.Board {
			sum.Write(b)
			b, board = b[:0], sum.Sum(nil)
		}
		if b = appendKey(b, shape, 1, 0, 0); len(b) > most {
			sum.Write(b)
			b = b[:0]
		}
	}
	sum.Write(b)
	whole = sum.Sum(nil)
	if s.Board == len(s.Shapes) {
		board = whole
	}
	return board, whole
}

// pixels is the size of a picture of a scene.
func pixels(s rules.Scene, scale float64) (w, h int) {
	return int(math.Ceil(s.Width * scale)), int(math.Ceil(s.Height * scale))
}

// draw makes the pixels of a scene. The picture may go back to sheets after use.
func (p *Painter) draw(s rules.Scene, scale float64) *sheet {
	board, _ := contents(s)
	return p.drawOn(board, s, scale)
}

// drawOn draws a scene whose board has that digest.
func (p *Painter) drawOn(digest []byte, s rules.Scene, scale float64) *sheet {
	var rows []uint8
	if old, ok := p.sheets.Get().(*sheet); ok {
		rows = old.rows
	}
	w, h := pixels(s, scale)
	m := newSheet(w, h, rows, p.paints.palette)
	key := append(slices.Clip(digest), byte(scale))
	p.mu.Lock()
	board, ok := p.boards.get(key)
	p.mu.Unlock()
	if ok {
		copy(m.rows, board)
	} else {
		m.clear(uint8(inkBack))
		p.add(m, s.Shapes[:s.Board], scale)
		board = bytes.Clone(m.rows)
		p.mu.Lock()
		p.boards.put(string(key), board, len(board))
		p.mu.Unlock()
	}
	p.add(m, s.Shapes[s.Board:], scale)
	rim(&m.Paletted, int(scale))
	return m
}

// add lays shapes onto a sheet.
func (p *Painter) add(m *sheet, shapes []rules.Shape, scale float64) {
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
		p.paints.lay(&m.Paletted, st, x, y)
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
