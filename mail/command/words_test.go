package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every word of a lexicon calls a command that there is, and is written folded.
func TestLexicons(t *testing.T) {
	t.Parallel()
	reader, err := NewReader(nil)
	require.NoError(t, err)
	for _, l := range reader.lexicons {
		called := map[Verb]bool{"stop": true, "note": true, "notes": true, "no": true, VerbHTML: true}
		for word, name := range l.verbs {
			_, ok := reader.Info(name)
			require.True(t, ok, "%s: %s", l.lang, name)
			require.Equal(t, plain(word), word)
			called[name] = true
		}
		for _, v := range reader.verbs {
			if l.lang == "en" { // whose words are the names, and few others
				break
			}
			require.True(t, called[v.Name], "%s has no word for %s", l.lang, v.Name)
		}
		for word, name := range l.own {
			require.Equal(t, name, l.verbs[plain(word)], "%s: %s", l.lang, word)
		}
		for name, words := range l.args {
			_, ok := reader.Info(name)
			require.True(t, ok, string(name))
			for word := range words {
				require.Equal(t, plain(word), word)
			}
		}
	}
}
