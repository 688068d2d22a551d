package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A message holds so many commands and plies, however they are mixed.
func TestLinesOfOneMessageAreCounted(t *testing.T) {
	t.Parallel()
	const too = "message may hold 50 commands and moves"
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
			w.Reply(ada, c.body)
			text := strings.Join(strings.Fields(w.Last(ada).Text), " ")
			require.Equal(t, c.refused, strings.Contains(text, too), text)
		})
	}
}

// What a message asks to see it gets once, as often as it asks.
func TestTheSameListIsSentOnce(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	once := w.Send(post{From: ada, Answers: w.Last(ada), Body: "rules turro\nhelp\ngames\nhistory\nboard"})
	require.Len(t, once, 1)
	again := w.Send(post{From: ada, Answers: w.Last(ada), Body: strings.Repeat("Rules  TURRO\nhelp\ngames\nhistory\nboard\n", 9)})
	require.Len(t, again, 1)
	require.InDelta(t, len(once[0].Text), len(again[0].Text), 400)
	other := w.Send(post{From: ada, Answers: w.Last(ada), Body: "rules turro\nrules rooya\nhelp move\nhelp"})
	require.Contains(t, other[0].Text, "Le Rooya")
	require.Contains(t, other[0].Text, "Turro")
}
