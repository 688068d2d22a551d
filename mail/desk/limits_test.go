package desk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A letter holds so many commands and plies, however they are mixed.
func TestLinesOfOneLetterAreCounted(t *testing.T) {
	const too = "letter may hold 50 commands and moves"
	for _, c := range []struct {
		name, body string
		refused    bool
	}{
		{"commands", strings.Repeat("name Ada\n", 51), true},
		{"plies", strings.Repeat("b1\n", 51), true},
		{"both", strings.Repeat("name Ada\nb1\n", 26), true},
		{"just enough", strings.Repeat("name Ada\n", 49) + "b1", false},
		{"talk does not count", strings.Repeat("How are you?\n", 60) + "b1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			w.reply(ada, c.body)
			text := strings.Join(strings.Fields(w.last(ada).Text), " ")
			require.Equal(t, c.refused, strings.Contains(text, too), text)
		})
	}
}

// What a letter asks to see it gets once, as often as it asks.
func TestTheSameListIsSentOnce(t *testing.T) {
	w := theGame(t)
	once := w.send(post{from: ada, answers: w.last(ada), body: "rules turro\nhelp\ngames\nhistory\nboard"})
	require.Len(t, once, 1)
	again := w.send(post{from: ada, answers: w.last(ada), body: strings.Repeat("Rules  TURRO\nhelp\ngames\nhistory\nboard\n", 9)})
	require.Len(t, again, 1)
	require.InDelta(t, len(once[0].Text), len(again[0].Text), 400)
	other := w.send(post{from: ada, answers: w.last(ada), body: "rules turro\nrules rooya\nhelp move\nhelp"})
	require.Contains(t, other[0].Text, "Le Rooya")
	require.Contains(t, other[0].Text, "Turro")
}
