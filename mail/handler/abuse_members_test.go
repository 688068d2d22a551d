package handler_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// TestAbuseMembersOnly: where there is a list of members, who is not on it begins no
// game, by whatever message, and brings nobody a message but one answer to the address
// that it came from; and forged strangers bring no more messages than elsewhere.
func TestAbuseMembersOnly(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	t.Run("a proven writer", func(t *testing.T) {
		w := withLimits(theGame(t))
		w.Handler.Club.Policy.Members = []string{"@example.org"}
		messages := 0
		for _, body := range []string{
			"challenge bob@example.org rooya", "challenge anyone rooya", "help", "hello, may I play?", "games open",
			"#1 b1", "#1 accept", "accept", "block bob@example.org", "say hello", "yes", "digest daily 07:30",
		} {
			for _, l := range w.Proven("Carol <carol@example.net>", body) {
				messages++
				require.Contains(t, l.Get("To"), "carol@example.net")
				require.Contains(t, l.Text, "Only members of this club play here; your address is not on their")
			}
			w.Now = w.Now.Add(10 * time.Minute)
		}
		require.Equal(t, 1, messages)
		require.Contains(t, w.remark(), "the same error was told before")
		require.NotContains(t, w.lastBoxes(), "Carol")
		// Whoever was turned away can still be forgotten.
		require.Len(t, w.Proven("Carol <carol@example.net>", "forget me"), 1)
		require.Contains(t, w.Reply("carol@example.net", "yes")[0].Text, "carol@example.net")
		t.Logf("abuse | 12 letters of a proven writer who is no member | nobody else hears of it, and one is answered | %d letters", messages)
	})
	t.Run("invited by a member", func(t *testing.T) {
		w := withLimits(theGame(t))
		w.Handler.Club.Policy.Members = []string{"@example.org"}
		got := w.Proven("Ada <"+ada+">", "challenge carol@example.net rooya")
		require.Len(t, got, 1)
		require.Contains(t, got[0].Get("To"), ada)
		require.Contains(t, got[0].Text, "Carol is not on the list of this club")
	})
	t.Run("former members", func(t *testing.T) {
		w := withLimits(theGame(t))
		w.Proven("Ada <"+ada+">", "challenge bob@example.org turro")
		w.Handler.Club.Policy.Members = []string{ada}
		w.Reply(ada, "#1 a3")
		require.Len(t, w.Plies(1), 3)
		got := w.Proven("Bob <"+bob+">", "#2 accept")
		require.Len(t, got, 1)
		require.Contains(t, got[0].Text, "Only members of this club play here; your address is not on their")
		require.NotEmpty(t, w.Proven("Bob <"+bob+">", "#1 a4"))
		require.Len(t, w.Plies(1), 4, "a game under way goes on")
		w.Proven("Bob <"+bob+">", "#1 resign")
		require.True(t, w.Game(1).Over())
	})
	t.Run("forged strangers", func(t *testing.T) {
		w := withLimits(theGame(t))
		w.Handler.Club.Policy.Members = []string{"@example.org"}
		n := 0
		for i := range 100 {
			body := []string{"challenge bob@example.org rooya", "help", "hello"}[i%3]
			for _, l := range w.Send(post{From: fmt.Sprintf("s%d@example.net", i), Body: body}) {
				n++
				require.Contains(t, l.Get("To"), "@example.net")
			}
			w.Now = w.Now.Add(30 * time.Second)
		}
		require.LessOrEqual(t, n, 20)
		require.NotZero(t, n)
		t.Logf("abuse | 100 forged strangers in 50 minutes, where members alone play | at most 20 letters | %d letters", n)
	})
}

// lastBoxes is the last message of everybody's.
func (w *world) lastBoxes() (text string) {
	for _, address := range []string{ada, bob} {
		text += w.Last(address).Text
	}
	return text
}
