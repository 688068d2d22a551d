package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
	"turnpost/templates"
)

func TestTemplatesCheck(t *testing.T) {
	require.Equal(t, result{exit.OK, strings.Join(templates.Languages(), ": complete\n") + ": complete\n", ""}, run(t, "", "templates", "check"))
	require.Equal(t, result{exit.OK, "de: complete\n", ""}, run(t, "", "templates", "check", "de"))
	wrong := run(t, "", "templates", "check", "xx")
	require.Equal(t, exit.Usage, wrong.status)
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
	require.Equal(t, exit.Config, exit.Code(err))
	c.Dir = filepath.Join(dir, "nowhere")
	_, err = c.Words()
	require.ErrorContains(t, err, "templates.dir: ")
}
