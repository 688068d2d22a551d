package command

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxOrdinaryAsked is how many of the ordinary lines are not passed on: they begin as a command does,
// and are short.
const maxOrdinaryAsked = 14

// TestOrdinaryLines: nearly all of what people write to each other is passed on in reply to words, and
// none of it is lost in reply to a board: its writer is asked, or told what it may have meant.
func TestOrdinaryLines(t *testing.T) {
	t.Parallel()
	r, asked, tried := intentsReader(t), 0, 0
	raw, err := os.ReadFile("testdata/ordinary.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		lang, text, _ := strings.Cut(line, " ")
		if lang == "#" {
			continue
		}
		at := func(asks string) []Intent {
			return r.Classify(r.ReadAll([]string{text}, lang),
				contextOf(t, r, lang+" at=1:turro after= mine numbered others=turro asks="+asks))
		}
		tried++
		if do, ok := at("nothing+words")[0].(Do); !ok || do.Line.Verb != VerbSay {
			asked++
		}
		for _, in := range at("nothing") {
			_, plays := in.(Play)
			require.False(t, plays, text)
		}
	}
	require.LessOrEqual(t, asked, maxOrdinaryAsked, "of %d", tried)
}
