package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/office"
	"turnpost/db/dbtest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
	"turnpost/templates/sample"
)

func TestPreviewWritesLetters(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays and draws a game of each kind")
	}
	t.Parallel()
	dir := filepath.Join(dbtest.Dir(t), "letters")
	index := filepath.Join(dir, "index.html")
	require.Equal(t, result{exit.OK, index + "\n", ""}, run(t, "", "templates", "preview", dir, "--lang", "fr"))
	data, err := os.ReadFile(index)
	require.NoError(t, err)
	links := regexp.MustCompile(`<a href="([^"]+)"`).FindAllStringSubmatch(string(data), -1)
	for _, l := range links {
		require.FileExists(t, filepath.Join(dir, l[1]))
	}
	for _, l := range sample.Letters() {
		require.Contains(t, string(data), `"fr/sample/`+l.Name+`.html"`)
		require.Contains(t, string(data), `"fr/sample/`+l.Name+`.eml"`)
	}
	for _, g := range all.Games() {
		folder := filepath.Join(dir, "fr", g.Name)
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
	pages, err := filepath.Glob(filepath.Join(dir, "fr", "*", "*.html"))
	require.NoError(t, err)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		require.NotContains(t, string(text), "cid:", page)
		require.NotRegexp(t, `(?i)(src|href)="https?:`, string(text), page)
	}
	columns(t, filepath.Join(dir, "fr"))
}

// columns: a board is whole on a terminal of 80 columns.
func columns(t *testing.T, dir string) {
	t.Helper()
	letters, err := filepath.Glob(filepath.Join(dir, "*", "*.eml"))
	require.NoError(t, err)
	require.NotEmpty(t, letters)
	for _, file := range letters {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(office.ReadLetter(raw).Text) {
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
		{[]string{dir}, "turnpost: " + dir + " is not empty; --force writes into it all the same\n"},
	} {
		require.Equal(t, result{exit.Usage, "", c.want}, run(t, "", append([]string{"templates", "preview"}, c.args...)...))
	}
	got := run(t, "", "templates", "preview", filepath.Join(dir, "mine", "more"))
	require.Equal(t, exit.Usage, got.status)
	require.Contains(t, got.err, "turnpost: the folder for the letters: ")
}

func TestPreviewForced(t *testing.T) {
	dir := dbtest.Dir(t)
	mine := filepath.Join(dir, "mine")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
	var out, errs bytes.Buffer
	a := app{cli.Env{Out: &out, Err: &errs}} // without games, which take a while
	require.Equal(t, exit.OK, a.run(t.Context(), []string{"templates", "preview", dir, "--lang", "it", "--force"}), errs.String())
	require.FileExists(t, mine)
	require.FileExists(t, filepath.Join(dir, "it", "sample", "turn.eml"))
}
