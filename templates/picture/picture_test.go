package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
)

// at is the colour of a picture at a place in units.
func at(m image.Image, x, y, scale float64) color.RGBA {
	return color.RGBAModel.Convert(m.At(int(x*scale), int(y*scale))).(color.RGBA)
}

func TestPNGShowsTheScene(t *testing.T) {
	t.Parallel()
	s := rules.Scene{Width: 100, Height: 60.5}
	s.Add(
		rules.Rect(10, 10, 80, 40, rules.ShapeStyle{Fill: rules.RoleCell}),
		rules.Circle{Center: rules.Point{X: 30, Y: 30}, Radius: 10, ShapeStyle: rules.ShapeStyle{Fill: rules.RoleBlack, Stroke: rules.RoleWhite, Width: 2}},
		rules.Circle{Center: rules.Point{X: 70, Y: 30}, Radius: 10, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLast, Width: 3}},
		rules.Path{Points: []rules.Point{{X: 45, Y: 15}, {X: 55, Y: 45}}, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleFrom, Width: 4}},
		rules.Circle{Center: rules.Point{X: 50, Y: 30}, Radius: 3}, // None is not drawn
	)
	data, err := PNG(s)
	require.NoError(t, err)
	m, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 200, 121), m.Bounds())
	require.IsType(t, &image.Paletted{}, m)
	c := colors()
	for _, p := range []struct {
		x, y float64
		want ink
	}{
		{0, 0, inkRim}, {99.5, 60, inkRim}, {5, 5, inkBack}, {15, 45, inkCell}, {30, 30, inkBlack},
		{30, 20, inkWhite}, {70, 30, inkCell}, {80, 30, inkLast}, {50, 30, inkFrom}, {45, 40, inkCell},
	} {
		require.Equal(t, c[p.want], at(m, p.x, p.y, sharp), "at %g, %g", p.x, p.y)
	}
}

func TestPNGIsSmallAndAlwaysTheSame(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	p := NewPainter()
	for n := range 12 {
		data, err := p.PNG(sample(n))
		require.NoError(t, err)
		require.Less(t, len(data), 40_000)
		config, err := png.DecodeConfig(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, [2]int{750, 800}, [2]int{config.Width, config.Height})
		alone, err := PNG(sample(n))
		require.NoError(t, err)
		require.True(t, bytes.Equal(alone, data), "whatever was drawn before")
	}
}

func TestPainterIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	p := NewPainter()
	p.stamps.most = 20_000 // so that stamps come and go
	want := make([][]byte, 4)
	for n := range want {
		var err error
		want[n], err = PNG(sample(n))
		require.NoError(t, err)
	}
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			got, err := p.PNG(sample(i % len(want)))
			assert.NoError(t, err)
			assert.True(t, bytes.Equal(want[i%len(want)], got))
			if i%6 == 0 {
				_, err = p.GIF([]rules.Scene{sample(0), sample(1)})
				assert.NoError(t, err)
				p.SVG(sample(2))
			}
		})
	}
	group.Wait()
	require.LessOrEqual(t, p.stamps.size, p.stamps.most)
}

func TestLRUForgetsWhatWasNotUsed(t *testing.T) {
	t.Parallel()
	const each = 1 + entry // the key is one byte
	l := newLRU[int](2*each + 10)
	l.put("a", 1, 4)
	l.put("b", 2, 4)
	_, ok := l.get([]byte("a"))
	require.True(t, ok)
	l.put("c", 3, 4)
	l.put("d", 4, each+11) // larger than all
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": false} {
		_, ok := l.get([]byte(key))
		require.Equal(t, want, ok, key)
	}
	require.Equal(t, 2*(each+4), l.size)
}

func TestRedIsHatched(t *testing.T) {
	t.Parallel()
	s := rules.Scene{Width: 60, Height: 60}
	s.Add(rules.Rect(10, 10, 40, 40, rules.ShapeStyle{Fill: rules.RoleRed}))
	p := NewPainter()
	m := p.draw(s, sharp)
	require.Greater(t, bytes.Count(m.Pix, []byte{uint8(inkHatch)}), 100)
	require.Contains(t, string(p.SVG(s)), colorsHex(inkHatch))
	for _, l := range hatching([]rules.Point{{X: 10, Y: 10}, {X: 50, Y: 10}, {X: 50, Y: 50}, {X: 10, Y: 50}}) {
		for _, q := range l {
			require.True(t, q.X >= 10 && q.X <= 50 && q.Y >= 9.999 && q.Y <= 50.001, "%v", q)
		}
	}
}

func colorsHex(i ink) string { return hexColors()[i] }

func TestScenesThatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	for _, s := range []rules.Scene{
		{}, {Width: math.NaN(), Height: 10}, {Width: 1e6, Height: 10},
		{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Circle{Center: rules.Point{X: math.Inf(1)}}}},
		{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Circle{Radius: math.NaN()}}},
		{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Path{Points: []rules.Point{{X: math.NaN()}}}}},
		{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Path{ShapeStyle: rules.ShapeStyle{Dash: []float64{-1}}}}},
		{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Text{Size: 1e9}}},
		{Width: 10, Height: 10, Shapes: []rules.Shape{nil}},
		{Width: 10, Height: 10, Board: 1}, {Width: 10, Height: 10, Board: -1},
	} {
		_, err := PNG(s)
		require.ErrorContains(t, err, "drawing a PNG: ")
		_, err = GIF([]rules.Scene{s})
		require.ErrorContains(t, err, "frame 1")
		wellFormed(t, SVG(s))
	}
	// Empty things are drawn as nothing.
	_, err := PNG(rules.Scene{Width: 10, Height: 10, Shapes: []rules.Shape{rules.Path{}, rules.Text{}, rules.Circle{},
		rules.Path{Points: []rules.Point{{}}, ShapeStyle: rules.ShapeStyle{Stroke: rules.RoleLine, Width: 1, Dash: []float64{0, 0}}}}})
	require.NoError(t, err)
}

// wellFormed reads a document and returns its elements.
func wellFormed(t *testing.T, data []byte) []xml.StartElement {
	t.Helper()
	var elements []xml.StartElement
	for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			elements = append(elements, e.Copy())
		}
	}
}

func TestSVGStandsAlone(t *testing.T) {
	t.Parallel()
	data := SVG(sample(0))
	elements := wellFormed(t, data)
	require.Equal(t, "svg", elements[0].Name.Local)
	require.Subset(t, elements[0].Attr, []xml.Attr{
		{Name: xml.Name{Local: "width"}, Value: "375"}, {Name: xml.Name{Local: "height"}, Value: "400"},
		{Name: xml.Name{Local: "viewBox"}, Value: "0 0 375 400"},
	})
	for _, e := range elements {
		require.Contains(t, []string{"svg", "rect", "path", "circle", "title"}, e.Name.Local, "no fonts, no scripts")
	}
	require.Contains(t, string(data), "c&#39;è « &lt;ici&gt; » &amp; là")
	require.Contains(t, string(data), `stroke-dasharray="6 4"`)
	require.NotContains(t, string(data), "NaN")
	require.Equal(t, string(data), string(NewPainter().SVG(sample(0))))
}

func TestGIFComposesToTheFrames(t *testing.T) {
	t.Parallel()
	var frames []rules.Scene
	for _, n := range []int{0, 1, 2, 2, 3, 4, 5} {
		frames = append(frames, sample(n))
	}
	p := NewPainter()
	data, err := p.GIF(frames)
	require.NoError(t, err)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Len(t, g.Image, 6, "two alike are one that lasts longer")
	require.Equal(t, []int{turnDelay, turnDelay, 2 * turnDelay, turnDelay, turnDelay, endDelay}, g.Delay)
	screen := image.NewRGBA(image.Rect(0, 0, 375, 400))
	for i, n := range []int{0, 1, 2, 3, 4, 5} {
		draw.Draw(screen, g.Image[i].Rect, g.Image[i], g.Image[i].Rect.Min, draw.Over)
		m := p.draw(sample(n), 1)
		want := image.NewRGBA(m.Rect)
		draw.Draw(want, m.Rect, m, image.Point{}, draw.Src)
		require.True(t, bytes.Equal(want.Pix, screen.Pix), "frame %d", i)
	}
}

func TestGIFOfALongGame(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	var frames []rules.Scene
	for n := range 400 { // every fourth is a new board from top to bottom
		frames = append(frames, sample(n))
	}
	p := NewPainter()
	data, err := p.GIF(frames)
	require.NoError(t, err)
	require.LessOrEqual(t, len(data), mostFilm)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Greater(t, len(g.Image), 10)

	few := every(frames[:8], 3)
	require.Equal(t, []rules.Scene{frames[0], frames[1], frames[4], frames[7]}, few, "the first and the last are there")
	_, err = p.GIF(nil)
	require.Error(t, err)
	_, err = p.GIF([]rules.Scene{sample(0), {Width: 10, Height: 10}})
	require.ErrorContains(t, err, "frame 2 is 10 by 10 units")
}

func TestLettersOfThreeLanguages(t *testing.T) {
	t.Parallel()
	types := newTypeface()
	for _, r := range "abcABC0189àâçéèêëîïôùûüœæìòÀÉÈ«»—–’×→←↑↓·" {
		for _, f := range []bool{false, true} {
			s := rules.Text{Size: 12, Text: string(r), Bold: f}
			box := types.polygons(rules.Text{Size: 12, Text: "\uFFFF", Bold: f})
			require.NotEqual(t, box, types.polygons(s), "%c is missing", r)
		}
	}
	require.False(t, strings.Contains(string(SVG(rules.Scene{Width: 9, Height: 9})), "<text"))
}

// TestSmallPictures: a small picture has a pixel a unit, and is another than the
// large one of the same scene.
func TestSmallPictures(t *testing.T) {
	t.Parallel()
	p := NewPainter()
	large, err := p.PNG(sample(0))
	require.NoError(t, err)
	small, err := p.Small(sample(0))
	require.NoError(t, err)
	config, err := png.DecodeConfig(bytes.NewReader(small))
	require.NoError(t, err)
	require.Equal(t, [2]int{375, 400}, [2]int{config.Width, config.Height})
	require.Less(t, len(small), len(large)/2)
	again, err := p.PNG(sample(0))
	require.NoError(t, err)
	require.True(t, bytes.Equal(large, again))
}
