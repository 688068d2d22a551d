package handler_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFailingLeaks: nothing of these messages but the move reaches the opponent, who gets it; and
// the writer reads what was left out.
func TestFailingLeaks(t *testing.T) {
	t.Parallel()
	for _, e := range examples(t, "leak") {
		w := e.underWay(t)
		message, err := read(e.answering(ada, w.Last(ada)))
		require.NoError(t, err)
		before := w.Game(1).Plies
		w.Bring(e.answering(ada, w.Last(ada)))
		require.Equal(t, before+1, w.Game(1).Plies, e.name)
		theirs, mine := w.Last(bob).Body, w.Last(ada).Body
		assert.NotContains(t, theirs, "\n> ", "%s: %s", e.name, firstLines(theirs))
		_ = message
		t.Logf("%s\n%s", e.name, firstLines(mine))
	}
}

func firstLines(text string) string {
	return strings.Join(strings.Split(text, "\n")[:min(28, strings.Count(text, "\n"))], "\n")
}

var _ = regexp.MustCompile
