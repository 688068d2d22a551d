package desk_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// Every code of a problem that the desk can name has its sentence.
func TestEveryProblemHasItsSentence(t *testing.T) {
	s, err := templates.New()
	require.NoError(t, err)
	named := regexp.MustCompile(`(?:problem\([^"()]*(?:\{\})?, |hint\([^"]*, |Code: )"([a-z-]+)"`)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
	}
	require.Greater(t, len(found), 20)
	special := map[string][]any{
		"usage":         {"challenge"},
		"bad-word":      {"a", "challenge"},
		"unknown-game":  {"a", []string{"b", "c"}},
		"vacation-days": {1, 2026, 3, 4},
	}
	for code := range found {
		p := templates.Problem{Code: code, Args: []any{"a", "b", "c", "d"}}
		if args, ok := special[code]; ok {
			p.Args = args
		}
		for _, lang := range templates.Languages() {
			_, err := s.Text(lang, templates.Letter{Reader: "Ada", Receipt: &templates.Receipt{Problems: []templates.Problem{p}}})
			require.NoError(t, err, "%s in %s", code, lang)
		}
	}
}
