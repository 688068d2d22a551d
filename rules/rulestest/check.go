// Package rulestest holds a game to what package rules promises.
//
// [Check] is what every game calls from its test: random play with all
// properties checked at each state, the perft suite, and the playthroughs.
// [Fuzz] states the same properties for the fuzzer. [CheckOracle] plays a game
// beside a plain, slow telling of it. [Tug] is a toy game, small
// enough to be understood at a glance, for tests of everything that takes a
// game.
package rulestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// MaxColumns is the widest line that a diagram or a rules text may have.
const MaxColumns = 72

// Check runs all checks on g. The perft suite is testdata/perft.txt and the
// playthroughs are testdata/*.playthrough, beside the calling test.
func Check(t *testing.T, g rules.Game) {
	t.Helper()
	t.Run("Description", func(t *testing.T) { checkDescription(t, g) })
	t.Run("RandomPlay", func(t *testing.T) { checkRandomPlay(t, g, 60, 200) })
	t.Run("Perft", func(t *testing.T) { checkPerft(t, g, "testdata/perft.txt") })
	t.Run("Playthrough", func(t *testing.T) { checkPlaythroughs(t, g, "testdata") })
}

func checkDescription(t *testing.T, g rules.Game) {
	assert.Regexp(t, `^[a-z]+$`, g.Name)
	assert.NotEmpty(t, g.Title)
	assert.NotEmpty(t, g.Author)
	assert.Greater(t, g.Year, 1900)
	assert.NotEmpty(t, g.Brief)
	assert.NotEmpty(t, g.Reasons)
	assert.Contains(t, strings.ToLower(g.Text), "house rule", "the text names its house rules")
	checkPlain(t, g.Text)
	start := g.Start()
	assert.Equal(t, rules.Black, start.Turn(), "Black moves first")
	assert.False(t, start.Outcome().Over())
}

// checkPlain requires printable ASCII lines of at most MaxColumns columns
// without trailing spaces.
func checkPlain(t testing.TB, text string) {
	t.Helper()
	require.True(t, strings.HasSuffix(text, "\n"), "the text ends in a newline")
	for i, line := range strings.Split(text, "\n") {
		require.LessOrEqual(t, len(line), MaxColumns, "line %d: %q", i+1, line)
		require.Equal(t, strings.TrimRight(line, " "), line, "line %d has trailing spaces", i+1)
		for _, c := range []byte(line) {
			if c < ' ' || c > '~' { // an if, because there are very many characters
				require.Failf(t, "not printable ASCII", "line %d: %q", i+1, c)
			}
		}
	}
}

func checkRandomPlay(t *testing.T, g rules.Game, games, plies int) {
	rng := rand.New(rand.NewPCG(1, 2))
	reasons := map[string]int{}
	for range games {
		r := rules.NewRecord(g)
		for r.Len() < plies && !r.Outcome().Over() {
			CheckPosition(t, g, r.Position())
			legal := r.Legal()
			require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
		}
		CheckPosition(t, g, r.Position())
		reasons[r.Outcome().Reason]++
		if r.Outcome().Over() {
			assert.NotEmpty(t, g.Reason(r.Outcome()))
			assert.Error(t, r.Play(rules.Move("a1")), "no ply after the end")
			assert.Empty(t, r.Legal())
			assert.Equal(t, rules.None, r.Turn())
		}
	}
	t.Log("endings of random games:", fmt.Sprint(reasons))
}

// CheckPosition checks the promises of package rules on one position.
func CheckPosition(t testing.TB, g rules.Game, p rules.Position) {
	t.Helper()
	text := p.String()
	legal := p.Legal()

	require.Equal(t, p.Outcome().Over(), len(legal) == 0, "%s: no legal ply exactly when over", text)
	require.Equal(t, p.Outcome().Over(), p.Turn() == rules.None, "%s: no side to move exactly when over", text)
	require.True(t, slices.IsSorted(legal), "%s: legal plies are sorted: %v", text, legal)
	require.Len(t, slices.Compact(slices.Clone(legal)), len(legal), "%s: legal plies are unique: %v", text, legal)

	again, err := g.ParsePosition(text)
	require.NoError(t, err, "%s reads back", text)
	require.Equal(t, text, again.String(), "a position string reads back to itself")
	require.Equal(t, rules.Reread(p), again.Outcome(), "%s reads back to the outcome that it announced", text)
	require.Equal(t, rules.Reread(again), again.Outcome(), "%s: what was read once loses nothing more", text)
	if again.Outcome() == p.Outcome() {
		require.Equal(t, p.Turn(), again.Turn(), text)
		require.Equal(t, legal, again.Legal(), text)
	} else {
		require.True(t, p.Outcome().Over(), "%s: a string may lose an end, and nothing else", text)
		CheckPosition(t, g, again)
	}

	for _, m := range legal {
		parsed, err := p.Parse(string(m))
		require.NoError(t, err, "%s: canonical %s parses", text, m)
		require.Equal(t, m, parsed, "%s: canonical text means itself", text)
		_, err = p.Play(m)
		require.NoError(t, err, "%s: legal %s can be played", text, m)
	}
	require.Equal(t, text, p.String(), "playing does not change the position")
	require.Equal(t, legal, p.Legal(), "playing does not change the position")

	var grouped []rules.Move
	for _, group := range rules.Groups(p) {
		grouped = append(grouped, group.Moves...)
	}
	slices.Sort(grouped)
	require.Equal(t, len(legal), len(grouped), "%s: every legal ply is in one group", text)
	for i := range legal {
		require.Equal(t, legal[i], grouped[i], "%s: every legal ply is in one group", text)
	}

	for _, view := range []rules.Side{rules.Black, rules.White, rules.None} {
		checkPlain(t, p.Diagram(view))
	}
	require.Equal(t, p.Diagram(rules.Black), p.Diagram(rules.None), "view None is Black's")
}
