package main

import (
	"context"
	_ "embed"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/templates"
)

// pageFaults is an expression that lists what is wrong with the page as it
// stands in the browser: see its own comments.
//
//go:embed testdata/page_faults.js
var pageFaults string

// TestLettersInABrowser looks at letters of every kind as a browser sets them: on
// a telephone and on a desk, by day and by night.
func TestLettersInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("the browser takes a while, and races with nobody")
	}
	t.Parallel()
	ctx := startBrowser(t)
	dir := t.TempDir()
	got := run(t, "", "templates", "preview", dir)
	require.Equal(t, exit.OK, got.status, got.err)

	for _, lang := range templates.Languages() {
		columns(t, filepath.Join(dir, lang))
	}

	pages, err := filepath.Glob(filepath.Join(dir, "*", "*", "*.html"))
	require.NoError(t, err)
	pages = oneOfEachKind(t, pages)
	require.Greater(t, len(pages), 200)
	t.Logf("%d pages", len(pages))
	for _, page := range append(pages, filepath.Join(dir, "index.html")) {
		name, err := filepath.Rel(dir, page)
		require.NoError(t, err)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: page}).String())), name)
		most := len(screens())
		if !strings.HasPrefix(name, "en") {
			most = 1 // other words, but the same colours
		}
		assert.Empty(t, faultsOf(t, ctx, screens()[:most]), name)
	}
}

// screen is where a page is read, and how the browser gets there from the one
// before.
type screen struct {
	name string
	show []chromedp.Action[chromedp.Void]
}

// screens are a telephone by day and by night, and a desk: the colours do not change with
// the width.
func screens() []screen {
	preferring := func(scheme string) chromedp.Action[chromedp.Void] {
		return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
			_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			return err
		})
	}
	telephone, desk := chromedp.EmulateViewport(375, 800), chromedp.EmulateViewport(800, 800)
	return []screen{
		{"375 px, light", []chromedp.Action[chromedp.Void]{telephone, preferring("light")}},
		{"375 px, dark", []chromedp.Action[chromedp.Void]{preferring("dark")}},
		{"800 px, light", []chromedp.Action[chromedp.Void]{desk, preferring("light")}},
	}
}

// faultsOf is what is wrong with the page that a browser shows, on some screens.
func faultsOf(t *testing.T, ctx context.Context, on []screen) (faults []string) {
	t.Helper()
	for _, s := range on {
		require.NoError(t, chromedp.Do(ctx, s.show...))
		found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](pageFaults))
		require.NoError(t, err)
		for _, f := range found {
			faults = append(faults, s.name+": "+f)
		}
	}
	return faults
}

// TestFaultsAreFound holds the check itself to pages that are wrong.
func TestFaultsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	ctx := startBrowser(t)
	for _, c := range []struct{ page, want string }{
		{`<p>Ada to move.</p><a href="mailto:a@b" style="display:inline-block;line-height:44px;min-width:32px">go</a>`, ""},
		{`<div style="width:2000px">wide</div>`, "sticks out"},
		{`<p>` + strings.Repeat("wide", 500) + `</p>`, "the text of"},
		{`<pre style="overflow:auto">` + strings.Repeat("wide", 500) + `</pre>`, "scrolls sideways"},
		{`<img src="cid:board@example.org" style="width:300px;height:300px">`, "is not loaded"},
		{`<a href="mailto:a@b">a low link</a>`, "px"},
		{`<p style="background:#fff;color:#999">pale</p>`, "a contrast of 2.85"},
		{`<div style="background:#111"><p style="color:rgba(255,255,255,.3)">dim</p></div>`, "a contrast of"},
	} {
		page := "data:text/html;charset=utf-8," + url.PathEscape(`<!DOCTYPE html><meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}</style><body>`+c.page)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(page)))
		faults := faultsOf(t, ctx, screens())
		if c.want == "" {
			require.Empty(t, faults)
			continue
		}
		require.GreaterOrEqual(t, strings.Count(strings.Join(faults, "\n"), c.want), 2, "%s in %q", c.want, faults)
	}
}

// oneOfEachKind keeps all samples in English and of the letters of each game the first of
// each kind and the last of all; of the other languages, in which only the words differ, it
// keeps the longest page of each kind.
func oneOfEachKind(t *testing.T, pages []string) []string {
	var out []string
	seen := map[string]bool{}
	longest, size := map[string]string{}, map[string]int64{}
	for i, page := range pages {
		dir, name := filepath.Split(page)
		lang, shelf := filepath.Base(filepath.Dir(filepath.Dir(page))), filepath.Base(dir)
		parts := strings.Split(name, "-") // 07-alice-turn.html
		kind := shelf + "/" + parts[len(parts)-1]
		if shelf == "sample" {
			kind = shelf + "/" + strings.TrimSuffix(parts[0], ".html") // games-2.html
		}
		if lang != "en" {
			info, err := os.Stat(page)
			require.NoError(t, err)
			if info.Size() > size[kind] {
				longest[kind], size[kind] = page, info.Size()
			}
			continue
		}
		last := i+1 == len(pages) || filepath.Dir(pages[i+1]) != filepath.Dir(page)
		if shelf == "sample" || !seen[kind] || last {
			out = append(out, page)
		}
		seen[kind] = true
	}
	return append(out, slices.Sorted(maps.Values(longest))...)
}

// startBrowser starts a browser with one tab: the one without windows where it is there,
// which takes about half of the other's CPU. Without one it skips the test, or fails it
// when TURNPOST_REAL says that this must not be.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		const why = "there is no browser; on Debian, install chromium-headless-shell"
		if os.Getenv("TURNPOST_REAL") == "1" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	home := t.TempDir()
	ctx, stop := chromedp.NewExecAllocator(t.Context(),
		chromedp.ExecPath(path), chromedp.UserDataDir(home), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("enable-begin-frame-control", true),
		chromedp.WSURLReadTimeout(time.Minute),
	)
	t.Cleanup(stop)
	ctx, stopTab := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(stopTab)
	require.NoError(t, chromedp.Do(ctx), "the browser starts")
	return ctx
}
