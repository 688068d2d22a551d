package main

import (
	"bytes"
	"context"
	_ "embed"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db/dbtest"
	"turnpost/mail/postoffice"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
	"turnpost/templates/sample"
)

// TestPreview writes messages of every kind, and looks at them as a browser sets them: on a
// telephone and on a desktop, by day and by night. Each game is played in one of the languages.
func TestPreview(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays and draws a game of each kind")
	}
	t.Parallel()
	top := dbtest.Dir(t)
	for i, lang := range templates.Languages() {
		var some []rules.Game
		for j, g := range all.Games() {
			if j%len(templates.Languages()) == i {
				some = append(some, g)
			}
		}
		dir := filepath.Join(top, lang)
		index := filepath.Join(dir, "index.html")
		var out, errs bytes.Buffer
		a := app{Out: &out, Err: &errs, Games: some}
		require.Equal(t, cli.ExitOK, a.run(t.Context(), []string{"templates", "preview", dir, "--lang", lang}), errs.String())
		require.Equal(t, index+"\n", out.String())
		previewed(t, dir, lang, some)
	}
	inABrowser(t, top)
}

// previewed checks which messages are there, and their text.
func previewed(t *testing.T, dir, lang string, games []rules.Game) {
	data, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	links := regexp.MustCompile(`<a href="([^"]+)"`).FindAllStringSubmatch(string(data), -1)
	for _, l := range links {
		require.FileExists(t, filepath.Join(dir, l[1]))
	}
	for _, l := range sample.Letters() {
		require.Contains(t, string(data), `"`+lang+`/sample/`+l.Name+`.html"`)
		require.Contains(t, string(data), `"`+lang+`/sample/`+l.Name+`.eml"`)
	}
	for _, g := range games {
		folder := filepath.Join(dir, lang, g.Name)
		kinds := []string{"invited", "invitation", "turn", "receipt", "rules", "help", "preview", "settings", "history", "said"}
		for _, kind := range kinds {
			found, err := filepath.Glob(filepath.Join(folder, "*-"+kind+".html"))
			require.NoError(t, err)
			require.NotEmpty(t, found, "%s has a letter of kind %s", g.Name, kind)
		}
		films, err := filepath.Glob(filepath.Join(folder, "*.gif"))
		require.NoError(t, err)
		if _, drawn := rules.SceneOf(g.Start(), rules.Black, g.Say); drawn {
			require.Len(t, films, 2, "both players of %s get the film", g.Name)
		}
	}
	pages, err := filepath.Glob(filepath.Join(dir, lang, "*", "*.html"))
	require.NoError(t, err)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		require.NotContains(t, string(text), "cid:", page)
		require.NotRegexp(t, `(?i)(src|href)="https?:`, string(text), page)
	}
	columns(t, filepath.Join(dir, lang))
}

// inABrowser opens one page of each kind.
func inABrowser(t *testing.T, top string) {
	ctx := startBrowser(t)
	pages, err := filepath.Glob(filepath.Join(top, "*", "*", "*", "*.html")) // of a language, a game
	require.NoError(t, err)
	pages = oneOfEachKind(t, pages)
	require.Greater(t, len(pages), 150)
	t.Logf("%d pages", len(pages))
	for _, page := range append(pages, filepath.Join(top, "en", "index.html")) {
		name, err := filepath.Rel(top, page)
		require.NoError(t, err)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: page}).String())), name)
		most := len(screens())
		if strings.Contains(name, "/sample/") && !strings.HasPrefix(name, "en") {
			most = 1 // other words, but the same colours
		}
		assert.Empty(t, faultsOf(t, ctx, screens()[:most]), name)
	}
}

// columns: a board is whole on a terminal of 80 columns.
func columns(t *testing.T, dir string) {
	t.Helper()
	messages, err := filepath.Glob(filepath.Join(dir, "*", "*.eml"))
	require.NoError(t, err)
	require.NotEmpty(t, messages)
	for _, file := range messages {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(postoffice.ReadMessage(raw).Text) {
			line = strings.TrimRight(line, "\n")
			most := 78
			if strings.HasPrefix(line, "| ") {
				most = 74
			}
			assert.LessOrEqual(t, utf8.RuneCountInString(line), most, "%s: %s", file, line)
		}
	}
}

func TestPreviewRefuses(t *testing.T) {
	dir := dbtest.Dir(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "turnpost: an argument is missing: turnpost templates preview DIR [flags]\n"},
		{[]string{dir, "--lang", "xx"}, "turnpost: there is no language \"xx\"; there are " + strings.Join(templates.Languages(), ", ") + "\n"},
		{[]string{dir}, "turnpost: " + dir + " is not empty; --force writes into it anyway\n"},
	} {
		require.Equal(t, result{cli.ExitUsage, "", c.want}, run(t, "", append([]string{"templates", "preview"}, c.args...)...))
	}
	got := run(t, "", "templates", "preview", filepath.Join(dir, "mine", "more"))
	require.Equal(t, cli.ExitUsage, got.status)
	require.Contains(t, got.err, "turnpost: the folder for the messages: ")
}

func TestPreviewForced(t *testing.T) {
	dir := dbtest.Dir(t)
	mine := filepath.Join(dir, "mine")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
	var out, errs bytes.Buffer
	a := app{Out: &out, Err: &errs} // without games, which take a while
	require.Equal(t, cli.ExitOK, a.run(t.Context(), []string{"templates", "preview", dir, "--force"}), errs.String())
	require.FileExists(t, mine)
	for _, lang := range templates.Languages() {
		require.FileExists(t, filepath.Join(dir, lang, "sample", "turn.eml"))
	}
}

func TestTemplatesCheck(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, strings.Join(templates.Languages(), ": complete\n") + ": complete\n", ""}, run(t, "", "templates", "check"))
	require.Equal(t, result{cli.ExitOK, "de: complete\n", ""}, run(t, "", "templates", "check", "de"))
	wrong := run(t, "", "templates", "check", "xx")
	require.Equal(t, cli.ExitUsage, wrong.status)
	require.Contains(t, wrong.err, `there is no language "xx"; there are `+strings.Join(templates.Languages(), ", "))
}

// TestTemplatesDir: an operator's messages are read at the start, from the
// folder of the configuration, and what is wrong with them is told by its line.
func TestTemplatesDir(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "words", "fr"), 0o755))
	file := filepath.Join(dir, "words", "fr", "club.toml")
	require.NoError(t, os.WriteFile(file, []byte("[foot]\noperator = \"Le club de Lyon\"\n"), 0o644))
	c := config.Templates{Dir: filepath.Join(dir, "words")}
	set, err := c.Words()
	require.NoError(t, err)
	text, err := set.Say("fr", "foot.operator")
	require.NoError(t, err)
	require.Equal(t, "Le club de Lyon", text)

	require.NoError(t, os.WriteFile(file, []byte("[foot]\noperater = \"Le club de Lyon\"\n"), 0o644))
	_, err = c.Words()
	require.EqualError(t, err, "templates.dir: fr/club.toml:2: there is no message foot.operater")
	require.Equal(t, cli.ExitConfig, cli.Status(err))
	c.Dir = filepath.Join(dir, "nowhere")
	_, err = c.Words()
	require.ErrorContains(t, err, "templates.dir: ")
}

// pageFaults is an expression that lists what is wrong with the page as it
// stands in the browser: see its own comments.
//
//go:embed testdata/page_faults.js
var pageFaults string

// screen is where a page is read, and how the browser gets there from the one
// before.
type screen struct {
	name string
	show []chromedp.Action[chromedp.Void]
}

// screens are a telephone by day and by night, and a handler: the colours do not change with
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
	telephone, handler := chromedp.EmulateViewport(375, 800), chromedp.EmulateViewport(800, 800)
	return []screen{
		{"375 px, light", []chromedp.Action[chromedp.Void]{telephone, preferring("light")}},
		{"375 px, dark", []chromedp.Action[chromedp.Void]{preferring("dark")}},
		{"800 px, light", []chromedp.Action[chromedp.Void]{handler, preferring("light")}},
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

// boards are the kinds of letters that look otherwise in another game.
var boards = map[string]bool{"turn": true, "receipt": true, "preview": true, "rules": true, "history": true}

// oneOfEachKind keeps all samples in English and of the letters of each game the first of each kind
// with a board and the last of all; of the samples in other languages, in which only the words differ, it keeps the
// longest of each kind.
func oneOfEachKind(t *testing.T, pages []string) []string {
	var out []string
	seen := map[string]bool{}
	longest, size := map[string]string{}, map[string]int64{}
	for i, page := range pages {
		dir, name := filepath.Split(page)
		lang, shelf := filepath.Base(filepath.Dir(filepath.Dir(page))), filepath.Base(dir)
		parts := strings.Split(name, "-") // 07-alice-turn.html
		kind := shelf + "/" + parts[len(parts)-1]
		if shelf == "sample" && lang != "en" {
			kind = strings.TrimSuffix(parts[0], ".html") // games-2.html
			info, err := os.Stat(page)
			require.NoError(t, err)
			if info.Size() > size[kind] {
				longest[kind], size[kind] = page, info.Size()
			}
			continue
		}
		last := i+1 == len(pages) || filepath.Dir(pages[i+1]) != filepath.Dir(page)
		if shelf == "sample" || !seen[kind] && boards[strings.TrimSuffix(parts[len(parts)-1], ".html")] || last {
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
