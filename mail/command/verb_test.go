package command_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/command"
	"turnpost/rules/all"
	"turnpost/templates"
)

// Help says of every command how it is written, what it does, and an example,
// in every language.
func TestEveryVerbIsExplained(t *testing.T) {
	t.Parallel()
	s, err := templates.New()
	require.NoError(t, err)
	r, err := command.NewReader(all.Games())
	require.NoError(t, err)
	for _, v := range r.Verbs() {
		for _, lang := range templates.Languages() {
			text, err := s.Text(lang, templates.Letter{Reader: "Ada", Sections: []templates.Section{&templates.Help{Command: v.Name}}})
			require.NoError(t, err, "%s in %s", v.Name, lang)
			require.GreaterOrEqual(t, strings.Count(text, "\n| "), 2, "%s in %s: usage and example", v.Name, lang)
		}
	}
}
