package templates_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/templates"
	"turnpost/templates/sample"
)

var update = flag.Bool("update", false, "rewrite the golden letters; read the diff")

// TestGoldenLetters: every kind of letter, to be read as it goes out. Those of
// the other languages are held to the tests below alone until they are kept.
func TestGoldenLetters(t *testing.T) {
	s := set(t)
	for _, lang := range templates.Languages() {
		dir := filepath.Join("testdata", lang)
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		var names []string
		for _, l := range sample.Letters() {
			text, err := s.Text(lang, l.Letter)
			require.NoError(t, err, l.Name)
			page, err := s.HTML(lang, l.Letter)
			require.NoError(t, err, l.Name)
			for name, got := range map[string]string{l.Name + ".txt": text, l.Name + ".html": page} {
				names = append(names, name)
				file := filepath.Join(dir, name)
				if *update {
					require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, string(want), got, file)
			}
		}
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, f := range files {
			if *update && !slices.Contains(names, f.Name()) {
				require.NoError(t, os.Remove(filepath.Join(dir, f.Name())))
				continue
			}
			assert.Contains(t, names, f.Name(), "a golden letter of no sample")
		}
	}
}
