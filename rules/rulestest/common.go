package rulestest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckCommonWords checks that every sentence in the sources of the working directory is one of the
// words of all games, in every language. It finds them as CheckWords does.
func CheckCommonWords(t *testing.T) {
	english := formats(t)
	require.NotEmpty(t, english)
	for _, lang := range rules.Languages()[1:] {
		for _, format := range english {
			said, ok := rules.CommonWords(lang).Phrases[format]
			require.True(t, ok, "%q is not translated into %s", format, lang)
			require.Equal(t, verbs(format), verbs(said), "%q as %q", format, said)
		}
	}
}
