package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
	"turnpost/templates"
)

// Help says of every command how it is written, what it does, and an example,
// in every language.
func TestEveryVerbIsExplained(t *testing.T) {
	t.Parallel()
	s, err := templates.New()
	require.NoError(t, err)
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for _, v := range r.Verbs() {
		for _, lang := range templates.Languages() {
			text, err := s.Text(lang, templates.Message{Reader: "Ada", Sections: []templates.Section{&templates.Help{Command: string(v.Name)}}})
			require.NoError(t, err, "%s in %s", v.Name, lang)
			require.GreaterOrEqual(t, strings.Count(text, "\n| "), 2, "%s in %s: usage and example", v.Name, lang)
		}
	}
}

func TestRespelt(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for line, want := range map[string]string{
		"challange robot turro level 3":  "challenge robot turro level 3",
		"Challege bob@example.org turro": "challenge bob@example.org turro",
		"puzzel daily 07:30":             "puzzle daily 07:30",
		"digst daily 07:30":              "digest daily 07:30",
		"challange accepted, see you":    "",
		"nme of the game is patience":    "",
		"lets go":                        "",
		"challange":                      "",
		"challenge robot turro level 3":  "",
	} {
		require.Equal(t, want, r.respelt(line, "en"), line)
	}
	require.Equal(t, "herausfordern roboter turro", r.respelt("herrausfordern roboter turro", "de"))
}
