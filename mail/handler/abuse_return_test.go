package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// Who is forgotten and comes back from the same mailbox, by the first address, a second
// one or a subaddress, is held to what others wanted of them: a block, a mute, the rest of the 90 days after a
// decline. Of others nothing is held against them.
func TestAbuseForgottenAndBack(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const word, other, tagged = "xyzzy", "ada@second.example", "ada+2@example.org"
	leave := func(w *world, from string) {
		w.Proven(from, "forget me")
		w.Reply(from, "yes")
		require.Contains(t, w.Last(from).Text, "this is the last message")
	}
	for _, c := range []struct {
		name, verb string
		from       string
		begin      func(w *world)
		free       func(w *world) // takes back what Bob wanted
	}{
		{"a decline", "decline", ada, func(*world) {}, func(w *world) { w.Now = w.Now.Add(90 * 24 * time.Hour) }},
		{"a block", "block", ada, func(*world) {}, func(w *world) { w.Proven(bob, "challenge "+ada+" turro") }},
		{"a mute", "mute\naccept", ada, func(*world) {}, func(w *world) { w.Proven(bob, "unmute "+ada) }},
		{"a block, and a second address", "block", other, func(w *world) {
			w.Proven(ada, "address "+other)
			w.Reply(other, "yes")
		}, func(w *world) { w.Proven(bob, "challenge "+other+" turro") }},
		{"a block, by a subaddress", "block", tagged, func(*world) {}, func(w *world) { w.Proven(bob, "challenge "+tagged+" turro") }},
		{"a decline, by a subaddress", "decline", tagged, func(*world) {}, func(w *world) { w.Now = w.Now.Add(90 * 24 * time.Hour) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.Proven(ada, "challenge "+bob+" turro")
			c.begin(w)
			w.Reply(bob, c.verb)
			read := func() (n int) {
				before := len(w.Boxes[bob])
				w.Send(post{From: c.from, Proven: true, Body: "challenge " + bob + " roses\n" + word})
				for _, l := range w.Boxes[bob][before:] {
					if c.name != "a mute" || strings.Contains(l.Text, word) {
						n++
					}
				}
				return n
			}
			n, tries := 0, 3
			leaver := ada
			for range tries {
				leave(w, leaver)
				leaver = c.from
				w.Now = w.Now.Add(24 * time.Hour)
				n += read()
			}
			t.Logf("abuse | forget me after %s, and back from the same mailbox, %d times | nothing of theirs arrives | %d letters", c.name, tries, n)
			require.Zero(t, n)
			c.free(w)
			w.Now = w.Now.Add(24 * time.Hour)
			require.Equal(t, 1, read(), "Bob has changed his mind, or the days are over")
		})
	}
}
