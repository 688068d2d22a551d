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
	for code := range found {
		p := templates.Problem{Code: code, Args: []any{"a", "b", "c", "d"}}
		_, err := s.Text("en", templates.Letter{Reader: "Ada", Receipt: &templates.Receipt{Problems: []templates.Problem{p}}})
		require.NoError(t, err, code)
	}
}
