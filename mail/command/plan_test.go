package command

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// TestRepliesPlans: what may be a plan or a note is kept from the opponent, and ordinary
// words beside a move are not. See testdata/plans.txt.
func TestRepliesPlans(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	text, err := os.ReadFile("testdata/plans.txt")
	require.NoError(t, err)
	first := map[string]string{"turro": "d3-d4", "rooya": "b1", "roses": "c5", "tourrosa": "b8co"}
	count, ifs := map[string]int{}, 0
	var kind, game, lang string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "== "); ok {
			words := strings.Fields(heading)
			kind, game, lang = words[0], words[1], words[2]
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		g, err := rules.Find(r.games, game)
		require.NoError(t, err)
		ctx := Context{
			Lang: lang, Proven: true, Most: Most, Reply: true, Game: 1, UnderWay: []RunningGame{{ID: 1, Rules: g}},
			Games: map[int64]KnownGame{1: {Rules: []rules.Game{g}}},
			Board: &GameAtHand{Record: rules.NewRecord(g), Mine: true, Numbered: true, Opponent: "Bob"},
		}
		lines := strings.Split(line, " / ")
		said, kept, plays := 0, false, 0
		for _, in := range r.Classify(r.ReadAll(append([]string{first[game]}, lines...), lang), ctx) {
			switch in := in.(type) {
			case Talk:
				said++
			case Do: // "Say hello to them" is said as it stands
				if _, say := in.Line.Do.(Say); say && in.Line.Args == in.Line.Text {
					said++
				}
			case Play:
				plays++
			case Ask:
				kept = kept || in.Kept
				if in.If != "" {
					ifs++
				}
			}
		}
		switch kind {
		case "secret":
			assert.Zero(t, said, "%s, %s: %s", game, lang, line)
		case "talk":
			assert.Equal(t, len(lines), said+plays-1, "%s, %s: %s", game, lang, line)
			assert.False(t, kept, "%s, %s: %s", game, lang, line)
		}
		count[kind]++
	}
	t.Logf("replies | plans and notes beside a move | %d, 0 passed on; %d can be sent as conditionals", count["secret"], ifs)
	t.Logf("replies | ordinary words beside a move | %d, 0 kept back", count["talk"])
}
