package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"slices"

	"turnpost/rules"
)

// The film of a game. A turn is shown long enough to see what moved, and the
// end long enough to be read before all begins again.
const (
	turnDelay  = 90      // hundredths of a second
	endDelay   = 400     // hundredths of a second
	mostFrames = 100     // so that a film of the longest game is drawn in a fraction of a second
	mostFilm   = 300_000 // bytes: what a mail carries without a thought
)

// GIF draws a whole game as a film at one pixel a unit, a frame for each scene,
// that begins again after a pause at the end. It holds at most 300,000 bytes:
// if all scenes are too many for that, or more than 100, it shows every second
// of them, or every third and so on, and always the first and the last. Scenes
// of one game have one size; the error says which has another.
func (p *Painter) GIF(frames []rules.Scene) ([]byte, error) {
	if len(frames) == 0 {
		return nil, fmt.Errorf("drawing a GIF: there is no frame")
	}
	for i, s := range frames {
		if err := check(s); err != nil {
			return nil, fmt.Errorf("drawing frame %d of a GIF: %w", i+1, err)
		}
		if s.Width != frames[0].Width || s.Height != frames[0].Height {
			return nil, fmt.Errorf("drawing a GIF: frame %d is %g by %g units and the first is %g by %g",
				i+1, s.Width, s.Height, frames[0].Width, frames[0].Height)
		}
	}
	for step := (len(frames) + mostFrames - 1) / mostFrames; ; {
		shown := every(frames, step)
		data, err := p.film(shown)
		if err != nil {
			return nil, fmt.Errorf("encoding a GIF: %w", err)
		}
		if len(data) <= mostFilm || len(shown) <= 2 {
			return data, nil
		}
		// What is left out makes the steps between the others larger, so a film
		// of half the frames has more than half the bytes.
		step = max(step+1, step*len(data)/mostFilm)
	}
}

// GIF is [Painter.GIF] of a Painter of its own.
func GIF(frames []rules.Scene) ([]byte, error) { return NewPainter().GIF(frames) }

// every takes the first frame and then each step-th, counted from the last.
func every(frames []rules.Scene, step int) []rules.Scene {
	var out []rules.Scene
	for i := len(frames) - 1; i > 0; i -= step {
		out = append(out, frames[i])
	}
	out = append(out, frames[0])
	slices.Reverse(out)
	return out
}

// film encodes frames, each as what it changes of the one before.
func (p *Painter) film(frames []rules.Scene) ([]byte, error) {
	// One index more says "as before".
	same := uint8(len(p.paints.palette))
	palette := append(slices.Clone(p.paints.palette), color.RGBA{})
	g := &gif.GIF{}
	var before *image.Paletted
	for _, s := range frames {
		now := p.draw(s, 1)
		frame := &image.Paletted{Pix: now.Pix, Stride: now.Stride, Rect: now.Rect, Palette: palette}
		if before == nil {
			g.Config = image.Config{ColorModel: palette, Width: now.Rect.Dx(), Height: now.Rect.Dy()}
		} else {
			frame = changes(before, now, palette, same)
		}
		if frame.Rect.Empty() {
			g.Delay[len(g.Delay)-1] += turnDelay
		} else {
			g.Image = append(g.Image, frame)
			g.Delay = append(g.Delay, turnDelay)
			g.Disposal = append(g.Disposal, gif.DisposalNone)
		}
		before = now
	}
	g.Delay[len(g.Delay)-1] += endDelay - turnDelay
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, g); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// changes is the smallest rectangle in which now differs from before; in it,
// what does not differ is the index same.
func changes(before, now *image.Paletted, palette color.Palette, same uint8) *image.Paletted {
	w := now.Rect.Dx()
	box := image.Rectangle{}
	for y := range now.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:w], now.Pix[y*now.Stride:][:w]
		if bytes.Equal(a, b) {
			continue
		}
		from, to := 0, w
		for a[from] == b[from] {
			from++
		}
		for a[to-1] == b[to-1] {
			to--
		}
		box = box.Union(image.Rect(from, y, to, y+1))
	}
	out := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		a, b := before.Pix[y*before.Stride:][:w], now.Pix[y*now.Stride:][:w]
		row := out.Pix[(y-box.Min.Y)*out.Stride:]
		for x := box.Min.X; x < box.Max.X; x++ {
			if row[x-box.Min.X] = b[x]; a[x] == b[x] {
				row[x-box.Min.X] = same
			}
		}
	}
	return out
}
