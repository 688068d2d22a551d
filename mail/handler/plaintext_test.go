package handler_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlainText: a player whose program shows text alone is told once how to get no HTML, and then
// gets none until they want it again. The other player's messages stay as they are.
func TestPlainText(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	page := func(m message) string { return string(m.Part("text/html")) }
	require.Contains(t, page(*w.Last(ada)), ">No board here? Reply with the line &#34;html off&#34;")
	alpine := func(body string) message {
		return w.Send(post{From: "Ada <" + ada + ">", Header: []string{"User-Agent: Alpine 2.26"}, Body: body, Answers: w.Last(ada)})[0]
	}
	const hint = "Your mail program seems to show text only"
	assert.Contains(t, flat(alpine("board")), hint)
	assert.NotContains(t, flat(alpine("board")), hint, "once")

	off := alpine("html off")
	assert.Contains(t, off.Text, "off: plain text only")
	assert.Empty(t, page(off))
	w.Reply(ada, "d3-d4")
	assert.Empty(t, page(*w.Last(ada)))
	assert.Contains(t, w.Last(ada).Text, "You played d3-d4.")
	assert.Contains(t, page(*w.Last(bob)), "<img ")
	w.Reply(ada, "html on")
	assert.NotEmpty(t, page(*w.Last(ada)))
	assert.NotContains(t, flat(alpine("board")), hint, "they know the setting")
	assert.Contains(t, flat(w.Send(post{From: "Bob <" + bob + ">", Header: []string{"X-Mailer: aerc 0.14"}, Body: "lang de", Answers: w.Last(bob)})[0]),
		"antworte mit dieser Zeile", "in the reader's language")
}

// TestNamesNotTaken: a person whose name is not taken is told so and why, once, and a subject that
// had the local part of an address has the name from then on.
func TestNamesNotTaken(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		"Мутт Ångström-李": "one alphabet", "Turnpost": "mistaken for the server's", "Bob": "Somebody else here is called Bob",
		"One Two Three Four Five Six Seven": "at most five words",
	} {
		w := newWorld(t)
		w.Send(post{From: "Bob <" + bob + ">", Proven: true, Body: "challenge tb@example.net turro as white"})
		first := w.Send(post{From: name + " <tb@example.net>", Body: "accept", Answers: w.Last("tb@example.net")})
		assert.Contains(t, flat(first[0]), says, name)
		again := w.Send(post{From: name + " <tb@example.net>", Body: "board", Answers: w.Last("tb@example.net")})
		assert.NotContains(t, flat(again[0]), says, "once")
	}
	w := newWorld(t)
	w.Send(post{From: "Bob <" + bob + ">", Proven: true, Body: "challenge tb@example.net turro as white"})
	w.Send(post{From: "Zoe Lucas <tb@example.net>", Body: "accept", Answers: w.Last("tb@example.net")})
	assert.Equal(t, "Turro #1: Zoe Lucas - Bob", w.Last("tb@example.net").Get("Subject"))
	w.Send(post{From: "Zoe Lucas <tb@example.net>", Body: "d3-d4", Answers: w.Last("tb@example.net")})
	assert.Equal(t, "Turro #1: Zoe Lucas - Bob", w.Last(bob).Get("Subject"))
}
