package main

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// updating reports whether -update is given, which package rulestest has, too.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// The commands that the README and its kin name are there, and so are the pictures
// and the files to which they lead.
func TestWhatTheREADMENames(t *testing.T) {
	a := app{}
	root := rootCommand(&a)
	for _, name := range []string{"README.md", ".github/CONTRIBUTING.md", ".github/RELEASING.md", ".github/SECURITY.md"} {
		raw, err := os.ReadFile(filepath.Join(top, name))
		require.NoError(t, err)
		text := string(raw)
		for _, m := range regexp.MustCompile("(?m)(?:^|`|\\./|/cmd/)turnpost ((?:[a-z][a-z-]* ?)+)").FindAllStringSubmatch(text, -1) {
			words := strings.Fields(m[1])
			if words[0] == "help" {
				words = words[1:]
			}
			found, rest, err := root.Find(words)
			require.NoError(t, err, "%s: %s", name, m[0])
			require.NotSame(t, root, found, "%s: %s", name, m[0])
			if found.HasSubCommands() {
				require.Empty(t, rest, "%s: %s", name, m[0])
			}
		}
		for _, m := range regexp.MustCompile(`go test (\./\S+) -run (\w+)`).FindAllStringSubmatch(text, -1) {
			tests, err := filepath.Glob(filepath.Join(top, m[1], "*_test.go"))
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(tests, func(file string) bool {
				code, err := os.ReadFile(file)
				return err == nil && regexp.MustCompile(`(?m)^func Test\w*`+m[2]).Match(code)
			}), "%s: no test is run by: %s", name, m[0])
		}
		for _, m := range regexp.MustCompile("`go doc (\\./[a-z/]+)`").FindAllStringSubmatch(text, -1) {
			require.DirExists(t, filepath.Join(top, m[1]), name)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
			require.FileExists(t, filepath.Join(top, filepath.Dir(name), m[1]), name)
		}
	}
	readme, err := os.ReadFile(filepath.Join(top, "README.md"))
	require.NoError(t, err)
	require.Contains(t, string(readme), "go test ./...", "the gate runs the README's tests")
	require.LessOrEqual(t, strings.Count(string(readme), "\n"), 70, "a stranger finishes reading it")
	pictures := regexp.MustCompile(`<img src="([^"]+)"`).FindAllStringSubmatch(string(readme), -1)
	require.Len(t, pictures, 2)
	for _, m := range pictures {
		raw, err := os.ReadFile(filepath.Join(top, m[1]))
		require.NoError(t, err)
		require.Less(t, len(raw), 100_000, m[1])
		_, err = png.DecodeConfig(bytes.NewReader(raw))
		require.NoError(t, err, m[1])
	}
}

// TestThePictureOfAMessage takes the README's picture of a message, if so asked: the
// fourth ply of a game of the Roses, as a browser sets it.
func TestThePictureOfAMessage(t *testing.T) {
	if !updating() {
		t.Skip("the picture is only taken with -update")
	}
	ctx := startBrowser(t)
	dir := t.TempDir()
	require.Equal(t, cli.ExitOK, run(t, "", "templates", "preview", dir).status)
	pages, err := filepath.Glob(filepath.Join(dir, "en", "roses", "*-turn.html"))
	require.NoError(t, err)
	i := slices.IndexFunc(pages, func(page string) bool {
		text, err := os.ReadFile(page)
		return err == nil && bytes.Contains(text, []byte("Your move, Bob (move 4),"))
	})
	require.GreaterOrEqual(t, i, 0)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(560, 1080), chromedp.Navigate((&url.URL{Scheme: "file", Path: pages[i]}).String())))
	raw, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	full, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	var small bytes.Buffer
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, fewColours(full, 64)))
	require.NoError(t, os.WriteFile(filepath.Join(top, "templates", "testdata", "letter.png"), small.Bytes(), 0o644))
}

// fewColours is a picture in its n most frequent colours.
func fewColours(full image.Image, n int) image.Image {
	counts := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	b := full.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	var colours []color.RGBA
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int { return counts[b] - counts[a] })
	var palette color.Palette
	for _, c := range colours[:min(n, len(colours))] {
		palette = append(palette, c)
	}
	few := image.NewPaletted(b, palette)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			few.Set(x, y, at(x, y))
		}
	}
	return few
}
