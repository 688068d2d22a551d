package desk_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// Every code of a problem that the club, the reader of commands or the desk can name
// has its sentence.
func TestEveryProblemHasItsSentence(t *testing.T) {
	t.Parallel()
	s, err := templates.New()
	require.NoError(t, err)
	named := regexp.MustCompile(`(?:Refuse\(|\.refuse\([^"]*|Code:\s*)"([a-z-]*[a-z])"`)
	turn := regexp.MustCompile(`TurnError\{Why: "([a-z]+)"`) // club.If refuses it as if-over, if-move and so on
	found := map[string]bool{}
	for _, folder := range []string{"../club", "../command", "../plies", "../tell", "../doubt", "../understand", "."} {
		files, err := filepath.Glob(folder + "/*.go")
		require.NoError(t, err)
		require.NotEmpty(t, files, folder)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				found[m[1]] = true
			}
			for _, m := range turn.FindAllStringSubmatch(string(text), -1) {
				found["if-"+m[1]] = true
			}
		}
	}
	require.Greater(t, len(found), 80)
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
