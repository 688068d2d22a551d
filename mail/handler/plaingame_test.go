package handler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest/three"
)

// TestAGameThatOnlyPlays: what package rules calls optional is optional. A game without
// descriptions, pictures, groups, notation and languages other than English is played to its
// end by mail in any language.
func TestAGameThatOnlyPlays(t *testing.T) {
	plain := bareGame(three.Game())
	w := newWorld(t, games()...)
	w.blackAgainstBob("three")
	require.NotContains(t, w.Last(bob).Text, "%!")

	const board = "  2 |     | [X] |     | 2"
	w.Reply(ada, "b2")
	for _, c := range []struct{ who, body, says string }{
		{ada, "board", board},
		{ada, "board words", "boards     "},
		{ada, "board ascii", "boards      ascii"},
		{ada, "rules three", "| THREE IN A ROW"},
		{bob, "lang fr", ""},
		{bob, "a9", "il n'y a pas de case a9"}, // what all games say
		{bob, "b2", "b2 is taken"},             // what it says itself
		{bob, "preview a1", "[O]"},
		{bob, "b9 b2 hello", ""},
		{bob, "digest now", ""},
	} {
		require.NotEmpty(t, w.Reply(c.who, c.body), c.body)
		text := w.Last(c.who).Text
		require.Contains(t, text, c.says, c.body)
		require.NotContains(t, text, "%!", c.body)
	}
	w.Reply(bob, "board")
	w.Reply(bob, "1") // a number of the list: a1
	w.Reply(ada, "b1")
	w.Reply(ada, "if c2 then c1")
	w.Reply(bob, "c2")
	w.Reply(bob, "a3")
	w.Reply(ada, "b3")
	require.Equal(t, 7, w.Game(1).Plies)
	require.Equal(t, "black row", string(w.Game(1).Result)+" "+w.Game(1).Reason)
	for _, who := range []string{ada, bob} {
		var names []string
		for _, p := range w.Last(who).Parts() {
			if p.Name != "" {
				names = append(names, p.Name)
				_, replayed, err := rules.ReadTranscript([]rules.Game{plain}, string(p.Data))
				require.NoError(t, err)
				require.Equal(t, rules.Outcome{Result: rules.BlackWins, Reason: "row"}, replayed.Outcome())
			}
		}
		require.Equal(t, []string{"three-1.txt"}, names, "no board and no film, but the record")
	}
}

// bareGame is a game without everything that is optional: its positions have the methods of
// rules.Position alone, and it has no figures, examples or words of other languages.
func bareGame(g rules.Game) rules.Game {
	start, parse := g.Start, g.ParsePosition
	g.Start = func() rules.Position { return bare{start()} }
	g.ParsePosition = func(text string) (rules.Position, error) {
		p, err := parse(text)
		return bare{p}, err
	}
	g.Figures, g.Examples, g.Words = nil, nil, nil
	return g
}

// bare hides the optional methods of a position.
type bare struct{ rules.Position }

// Play implements rules.Position.
func (b bare) Play(m rules.Move) (rules.Position, error) {
	next, err := b.Position.Play(m)
	return bare{next}, err
}
