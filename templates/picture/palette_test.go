package picture

import (
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// linear is a colour in linear light, red, green, blue, each 0 to 1.
func linear(c color.RGBA) [3]float64 {
	var out [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		if u := float64(v) / 255; u <= 0.04045 {
			out[i] = u / 12.92
		} else {
			out[i] = math.Pow((u+0.055)/1.055, 2.4)
		}
	}
	return out
}

// contrast is that of WCAG 2: 1 to 21.
func contrast(a, b [3]float64) float64 {
	l := func(c [3]float64) float64 { return 0.2126*max(0, c[0]) + 0.7152*max(0, c[1]) + 0.0722*max(0, c[2]) }
	x, y := l(a), l(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// eyes are matrices on linear light, of Machado, Oliveira and Fernandes (2009)
// for the strongest form of each blindness; print is what a laser printer sees.
func eyes() map[string][3][3]float64 {
	return map[string][3][3]float64{
		"all colours":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
		"print":        {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
	}
}

func TestPaletteIsToldApartByEveryEye(t *testing.T) {
	t.Parallel()
	c := colors()
	for eye, m := range eyes() {
		see := func(i ink) [3]float64 {
			l, out := linear(c[i]), [3]float64{}
			for row := range m {
				for col := range l {
					out[row] += m[row][col] * l[col]
				}
			}
			return out
		}
		for _, p := range []struct {
			a, b ink
			want float64
			why  string
		}{
			{inkBlack, inkWhite, 12, "the armies"},
			{inkBlack, inkBack, 10, "a black stone on the sheet"},
			{inkBlack, inkCell, 4.5, "a black stone on a cell"},
			{inkBlack, inkDark, 3, "a black stone on a dark cell"},
			{inkBlack, inkRed, 3, "a black stone on a red cell"},
			{inkWhite, inkCell, 1.9, "a white stone on a cell, which also has an outline"},
			{inkWhite, inkDark, 3, "a white stone on a dark cell"},
			{inkWhite, inkRed, 3, "a white stone on a red cell"},
			{inkLine, inkBack, 7, "words"},
			{inkLine, inkCell, 4, "lines on a cell"},
			{inkLine, inkDark, 2.8, "lines on a dark cell"},
			{inkFaint, inkBack, 3, "construction lines"},
			{inkFaint, inkCell, 1.7, "construction lines on the board, which are dashed"},
			{inkCell, inkDark, 1.4, "the two kinds of cell"},
			{inkCell, inkBack, 1.7, "the board on the sheet"},
			{inkCell, inkRed, 1.6, "a red cell among others"},
			{inkHatch, inkRed, 1.7, "the hatching"},
			{inkLast, inkCell, 3.5, "where the move ended"},
			{inkLast, inkDark, 2.3, "where the move ended, dark"},
			{inkLast, inkWhite, 8, "where the move ended, on a white stone"},
			{inkLast, inkBack, 7, "where the move ended, on the sheet"},
			{inkFrom, inkCell, 3.5, "where the move began"},
			{inkFrom, inkDark, 2.3, "where the move began, dark"},
			{inkFrom, inkBack, 7, "where the move began, on the sheet"},
		} {
			require.GreaterOrEqual(t, contrast(see(p.a), see(p.b)), p.want, "%s, to %s", p.why, eye)
		}
	}
}

func TestPaletteHasRoomForOneIndexMore(t *testing.T) {
	t.Parallel()
	p := mixedPaints()
	require.Less(t, len(p.palette), 256)
	for i, c := range colors() {
		require.Equal(t, color.Color(c), p.palette[i])
		for under := range p.palette {
			require.Equal(t, uint8(i), p.over[i][full][under], "an ink that covers all is itself")
			require.Equal(t, uint8(under), p.over[i][0][under])
		}
	}
}
