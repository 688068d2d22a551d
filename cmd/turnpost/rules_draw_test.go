package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// drawnTug is the toy with a picture: the knot on its rope.
type drawnTug struct{ rules.Position }

func (d drawnTug) Play(m rules.Move) (rules.Position, error) {
	next, err := d.Position.Play(m)
	return drawnTug{next}, err
}
func (d drawnTug) Scene(view rules.Side, say rules.Say) (s rules.Scene) {
	s = rules.Scene{Width: 300, Height: 80}
	knot := 50 * float64(d.String()[0]-'0'+1)
	if view == rules.White {
		knot = s.Width - knot
	}
	s.Add(rules.Path{Points: []rules.Point{{X: 50, Y: 40}, {X: 250, Y: 40}}, Style: rules.Style{Stroke: rules.RoleLine, Width: 4}},
		rules.Circle{Center: rules.Point{X: knot, Y: 40}, Radius: 15, Style: rules.Style{Fill: rules.RoleBlack}})
	return s
}

// drawing runs `turnpost rules draw` with a toy that can be drawn.
func drawing(t *testing.T, args ...string) result {
	t.Helper()
	g := rulestest.Tug()
	start := g.Start
	g.Start = func() rules.Position { return drawnTug{start()} }
	var out, errs bytes.Buffer
	a := app{cli.Env{Out: &out, Err: &errs, Games: []rules.Game{g}}}
	status := a.run(t.Context(), append([]string{"rules", "draw"}, args...))
	return result{status, out.String(), errs.String()}
}

func TestDrawWritesTheBoard(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.PNG")
	require.Equal(t, result{exit.OK, "", ""}, drawing(t, "tug", "r", "-o", file))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	m, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, 600, m.Bounds().Dx())
	r, _, _, _ := m.At(400, 80).RGBA()
	require.Less(t, r>>8, uint32(0x40), "the knot is at d")

	got := drawing(t, "tug", "r", "-o", "-")
	require.Equal(t, result{exit.OK, string(data), ""}, got, "the standard output has the same")
	white := drawing(t, "tug", "r", "-o", "-", "--view", "white")
	require.Equal(t, exit.OK, white.status)
	require.NotEqual(t, got.out, white.out)

	got = drawing(t, "tug", "r", "-o", "-", "--format", "svg", "--lang", "fr")
	require.Equal(t, exit.OK, got.status)
	for dec := xml.NewDecoder(bytes.NewReader([]byte(got.out))); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

func TestDrawTellsAWholeGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.gif")
	require.Equal(t, result{exit.OK, "", ""}, drawing(t, "tug", "r", "l", "r", "-o", file))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Len(t, g.Image, 4)
}

func TestDrawRefuses(t *testing.T) {
	require.Equal(t, result{exit.Failed, "", "turnpost: Tug of war has no picture yet; 'turnpost rules show' has its board as text\n"},
		run(t, "", "rules", "draw", "tug", "-o", "-"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tug"}, "turnpost: the flag -o is missing: it names the file to write, such as board.png\n"},
		{[]string{"tug", "-o", "board.jpg"}, "turnpost: the name of the file ends in \"jpg\"; it ends in .png, .svg or .gif, or --format says which is meant\n"},
		{[]string{"tug", "-o", "-", "--format", "bmp"}, "turnpost: there is no format \"bmp\"; there are png, svg, gif\n"},
		{[]string{"tug", "-o", "-", "--view", "red"}, "turnpost: there is no view \"red\"; there are black, white\n"},
		{[]string{"tug", "-o", "-", "--lang", "xx"}, "turnpost: there is no language \"xx\"; there are " + strings.Join(rules.Languages(), ", ") + "\n"},
	} {
		require.Equal(t, result{exit.Usage, "", c.want}, drawing(t, c.args...))
	}
	got := drawing(t, "tug", "-o", filepath.Join(t.TempDir(), "none", "board.png"))
	require.Equal(t, exit.Failed, got.status)
	require.Contains(t, got.err, "turnpost: writing the picture: ")
}
