package templates_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/templates"
	"turnpost/templates/sample"
)

var update = flag.Bool("update", false, "rewrite the golden letters; read the diff")

// wholePage is the sample whose page is kept with its head and its styles, which are the same
// in all.
const wholePage = "turn"

// numbered is the name of a sample that is not the first of its kind.
var numbered = regexp.MustCompile(`-\d+$`)

// TestGoldenLetters: every sample in every language, to be read as it is sent: its text, and
// what its page holds under the opening line. Of the pages, English has all, one of them with
// its head and styles; the other languages have one of each kind.
func TestGoldenLetters(t *testing.T) {
	skiptest.Sequential(t)
	s := set(t)
	for _, lang := range templates.Languages() {
		t.Run(lang, func(t *testing.T) {
			mark, err := s.Say(lang, "phrase.mark")
			require.NoError(t, err)
			dir := filepath.Join("testdata", lang)
			if *update {
				require.NoError(t, os.MkdirAll(dir, 0o755))
			}
			kept := map[string]bool{}
			keep := func(name, got string) {
				kept[name] = true
				file := filepath.Join(dir, name)
				if *update {
					require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, string(want), got, file)
			}
			for _, l := range sample.Letters() {
				l.Message.Rule = mark
				text, err := s.Text(lang, l.Message)
				require.NoError(t, err, l.Name)
				keep(l.Name+".txt", text)
				if lang != "en" && numbered.MatchString(l.Name) {
					continue
				}
				page, err := s.HTML(lang, l.Message)
				require.NoError(t, err, l.Name)
				keep(l.Name+".html", fragment(t, page, mark))
				if lang == "en" && l.Name == wholePage {
					keep("whole-page.html", page)
				}
			}
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			for _, f := range files {
				if *update && !kept[f.Name()] {
					require.NoError(t, os.Remove(filepath.Join(dir, f.Name())))
					continue
				}
				assert.True(t, kept[f.Name()], "%s is a golden letter of no sample", f.Name())
			}
		})
	}
	dirs, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, d := range dirs {
		assert.True(t, !d.IsDir() || d.Name() == "fuzz" || slices.Contains(templates.Languages(), d.Name()), "%s is no language", d.Name())
	}
}

// fragment is what of a page is its letter's own: from behind the mark to the
// foot.
func fragment(t *testing.T, page, mark string) string {
	t.Helper()
	_, body, ok := strings.Cut(page, ">"+mark+"</div>\n")
	require.True(t, ok, "no mark in %q", page)
	body, _, ok = strings.Cut(body, `<div class="m" style="margin:32px 0 0`)
	require.True(t, ok, "no foot in %q", page)
	return body
}
