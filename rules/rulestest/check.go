// Package rulestest checks that a game keeps the promises of package rules.
//
// Every game calls [Check] from its test: it checks all properties in random play, descriptions and
// pictures, the perft suite, and the playthroughs. [Fuzz] checks the same properties with the fuzzer.
// [CheckWords] is for a game in several languages, and [CheckOracle] compares a game with a plain and
// slow version of its rules. [Tug] is a very small game for tests of everything that takes a game;
// package rulestest/three is the example of a complete game.
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
	t.Run("Examples", func(t *testing.T) { checkExamples(t, g) })
	t.Run("RandomPlay", func(t *testing.T) {
		games := 30
		if testing.Short() {
			games = 3
		}
		checkRandomPlay(t, g, games, 200)
	})
	t.Run("Perft", func(t *testing.T) { checkPerft(t, g, "testdata/perft.txt") })
	t.Run("Playthrough", func(t *testing.T) { checkPlaythroughs(t, g, "testdata") })
}

func checkDescription(t *testing.T, g rules.Game) {
	assert.Regexp(t, `^[a-z]+[0-9]*$`, g.Name)
	assert.NotEmpty(t, g.Title)
	assert.NotEmpty(t, g.Author)
	assert.Greater(t, g.Year, 1000)
	assert.NotEmpty(t, g.Brief)
	assert.NotEmpty(t, g.Reasons)
	assert.Contains(t, strings.ToLower(g.Text), "house rule", "the text names its house rules")
	checkPlain(t, g.Text)
	start := g.Start()
	assert.NotEqual(t, rules.None, g.First())
	assert.False(t, start.Outcome().Over())
}

// checkPlain requires printable ASCII lines of at most MaxColumns columns without trailing spaces.
func checkPlain(t testing.TB, text string) {
	if !strings.HasSuffix(text, "\n") { // if is faster than require, and there are very many lines
		require.Fail(t, "the text does not end in a newline", text)
	}
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		n++
		if len(line) > MaxColumns {
			require.Failf(t, "too long", "line %d has %d columns: %q", n, len(line), line)
		}
		if strings.HasSuffix(line, " ") {
			require.Failf(t, "trailing spaces", "line %d: %q", n, line)
		}
		for _, c := range []byte(line) {
			if c < ' ' || c > '~' {
				require.Failf(t, "not printable ASCII", "line %d: %q", n, c)
			}
		}
	}
}

// checkExamples requires that every example shows a legal position, and that a game has two to six
// of them or none; the first is the board.
func checkExamples(t *testing.T, g rules.Game) {
	if len(g.Examples) == 0 {
		return
	}
	assert.GreaterOrEqual(t, len(g.Examples), 2)
	assert.LessOrEqual(t, len(g.Examples), 6)
	for i, e := range g.Examples {
		p, err := g.Shown(e)
		require.NoError(t, err)
		require.Equal(t, i == 0, len(e.Plies) == 0, "the board comes first")
		if i > 0 {
			require.Contains(t, e.Caption.String(), string(e.Plies[len(e.Plies)-1])+": ")
		}
		_, ok := rules.SceneOf(p, rules.Black, g.Say)
		require.True(t, ok)
	}
}

// checkTail requires that the last few plies are enough to draw a position: a message in the outbox
// has no more of the game.
func checkTail(t *testing.T, g rules.Game, r *rules.Record) {
	p, err := g.Shown(r.Tail(rules.Marked))
	require.NoError(t, err)
	for _, view := range []rules.Side{rules.Black, rules.White} {
		want, _ := rules.SceneOf(r.Position(), view, g.Say)
		got, _ := rules.SceneOf(p, view, g.Say)
		require.Equal(t, want, got, "drawn after %v", r.Tail(rules.Marked))
	}
}

// mostLegal is how many legal plies random games check together, so that games on a large board take no
// longer than others.
const mostLegal = 100_000

func checkRandomPlay(t *testing.T, g rules.Game, games, plies int) {
	rng := rand.New(rand.NewPCG(1, 2))
	reasons := map[string]int{}
	for left := mostLegal; games > 0 && left > 0; games-- {
		r := rules.NewRecord(g)
		for r.Len() < plies && !r.Outcome().Over() {
			CheckPosition(t, g, r.Position())
			if r.Len()%20 == 0 {
				CheckTelling(t, g, r.Position())
				CheckSymmetry(t, g, r.Position(), rng)
			}
			if r.Len()%5 == 0 {
				checkTail(t, g, r)
			}
			legal := r.Legal()
			left -= len(legal)
			m := legal[rng.IntN(len(legal))]
			// A few texts for each position, so each of them many times in a game.
			CheckParse(t, g, r.Position(), prose[r.Len()%len(prose)])
			CheckParse(t, g, r.Position(), typed[r.Len()%len(typed)](string(m)))
			require.NoError(t, r.Play(m))
		}
		CheckPosition(t, g, r.Position())
		CheckTelling(t, g, r.Position())
		CheckSymmetry(t, g, r.Position(), rng)
		for _, m := range r.Plies() { // most of them are illegal by now
			CheckParse(t, g, r.Position(), string(m))
		}
		for _, text := range prose {
			CheckParse(t, g, r.Position(), text)
		}
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

// prose is lines of a message that are not plies, though some may look like plies of a game.
var prose = []string{
	"", " ", "-", "x", "1.", "7", "b", "pass", "see you in may", "I am glad that we play.", "a", "e4", "e 4", "h9-i9",
	"z99-z98", "z99",
	"a1-a2", "a1xa2", "a1 a2", "b2 and c3", "b2, c3", "to c 4 you", "well played!", "\x00", "\u00e9t\u00e9", "180 cows",
}

// typed are ways to type a ply, correctly or not.
var typed = []func(ply string) string{
	strings.ToUpper,
	func(ply string) string { return "7. " + ply },
	func(ply string) string { return " " + ply + " !" },
	func(ply string) string { return "> " + ply },
	func(ply string) string { return ply + ply },
	func(ply string) string { return ply + " " + ply },
	func(ply string) string { return ply + "x" },
	func(ply string) string { return "not " + ply },
}

// CheckPosition checks the promises of package rules on one position.
func CheckPosition(t testing.TB, g rules.Game, p rules.Position) {
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
		// if is faster than require, and there are very many plies.
		if parsed, err := p.Parse(string(m)); err != nil || parsed != m {
			require.NoError(t, err, "%s: canonical %s parses", text, m)
			require.Equal(t, m, parsed, "%s: canonical text means itself", text)
		}
		if !g.HasForm(string(m)) {
			require.Failf(t, "no form", "%s: legal %s has not the form of a ply", text, m)
		}
		if _, err = p.Play(m); err != nil {
			require.NoError(t, err, "%s: legal %s can be played", text, m)
		}
	}
	CheckValue(t, p)
	CheckWalk(t, p)
	require.Equal(t, text, p.String(), "playing does not change the position")
	require.Equal(t, legal, p.Legal(), "playing does not change the position")

	var grouped []rules.Move
	for _, group := range rules.Groups(p) {
		grouped = append(grouped, group.Moves...)
	}
	slices.Sort(grouped)
	if !slices.Equal(legal, grouped) { // not nil, where both are empty
		require.Equal(t, legal, grouped, "%s: every legal ply is in one group", text)
	}

	for _, view := range []rules.Side{rules.Black, rules.White, rules.None} {
		checkPlain(t, p.Diagram(view, rules.English))
	}
	require.Equal(t, p.Diagram(rules.Black, rules.English), p.Diagram(rules.None, rules.English),
		"view None is Black's")
}
