package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// Help says of every command how it is written, what it does, and an example,
// in every language.
func TestEveryVerbIsExplained(t *testing.T) {
	s, err := templates.New()
	require.NoError(t, err)
	for _, v := range verbs() {
		for _, lang := range templates.Languages() {
			text, err := s.Text(lang, templates.Letter{Reader: "Ada", Sections: []templates.Section{&templates.Help{Command: v.name}}})
			require.NoError(t, err, "%s in %s", v.name, lang)
			require.GreaterOrEqual(t, strings.Count(text, "\n| "), 2, "%s in %s: usage and example", v.name, lang)
		}
	}
}
