package handler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// TestQuarantine: what becomes of a message that nothing proves. The question goes to
// the registered address alone, and only its own answer carries the lines out.
func TestQuarantine(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	quarantine := func(w *world, body string) *message {
		w.T.Helper()
		out := w.Send(post{From: ada, Body: body})
		require.Len(w.T, out, 1)
		require.Contains(w.T, out[0].Get("To"), ada)
		require.Contains(w.T, out[0].Text, "Did you write to me, Ada?")
		require.NotContains(w.T, out[0].Text, "#1")
		out = w.Send(post{From: ada, Body: "yes", Answers: w.Last(ada)})
		require.Len(w.T, out, 1)
		require.Contains(w.T, flat(out[0]), "Somebody who claims to be you wrote:")
		require.Equal(w.T, []string{"a1", "a2"}, w.Plies(1), "nothing is done before the answer")
		return w.Last(ada)
	}
	yes := func(w *world, question *message) { w.Send(post{From: ada, Body: "yes", Answers: question}) }
	for _, c := range []struct {
		name  string
		do    func(w *world)
		plies []string
		says  string // in the last message to Ada
	}{
		{"yes", func(w *world) { yes(w, quarantine(w, "#1 b1")) }, []string{"a1", "a2", "b1"}, "You played b1"},
		{"oui", func(w *world) { w.Send(post{From: ada, Body: "Oui", Answers: quarantine(w, "#1 b1")}) }, []string{"a1", "a2", "b1"}, ""},
		{"yes with thanks, which are for nobody", func(w *world) {
			w.Send(post{From: ada, Body: "Yes\nthat was me, from my phone", Answers: quarantine(w, "#1 b1")})
			require.NotContains(w.T, w.Last(bob).Text, "phone")
		}, []string{"a1", "a2", "b1"}, "You played b1"},
		{"no", func(w *world) { w.Send(post{From: ada, Body: "no", Answers: quarantine(w, "#1 b1")}) }, []string{"a1", "a2"}, "that message is dropped"},
		{"yes and no", func(w *world) { w.Send(post{From: ada, Body: "yes\nno", Answers: quarantine(w, "#1 b1")}) }, []string{"a1", "a2"}, "that message is dropped"},
		{"yes after no", func(w *world) {
			q := quarantine(w, "#1 b1")
			w.Send(post{From: ada, Body: "no", Answers: q})
			yes(w, q)
		}, []string{"a1", "a2"}, "that question is closed"},
		{"yes twice", func(w *world) {
			q := quarantine(w, "#1 b1")
			yes(w, q)
			w.Reply(bob, "b5")
			yes(w, q)
		}, []string{"a1", "a2", "b1", "b5"}, "that question is closed"},
		{"yes after seven days", func(w *world) {
			q := quarantine(w, "#1 b1")
			w.Now = w.Now.Add(7*24*time.Hour + time.Hour)
			yes(w, q)
		}, []string{"a1", "a2"}, "that question is closed"},
		{"yes to an older question", func(w *world) {
			old := quarantine(w, "#1 b1")
			quarantine(w, "#1 c1")
			yes(w, old)
		}, []string{"a1", "a2", "b1"}, "You played b1"},
		{"yes to the newest question", func(w *world) {
			quarantine(w, "#1 b1")
			yes(w, quarantine(w, "#1 c1"))
		}, []string{"a1", "a2", "c1"}, "You played c1"},
		{"yes to the first of many questions", func(w *world) {
			first := quarantine(w, "#1 b1")
			for i := range 40 {
				quarantine(w, fmt.Sprintf("#1 note %d", i))
			}
			yes(w, first)
		}, []string{"a1", "a2"}, "that question is closed"},
		{"yes from the server's own user, without the question's secret", func(w *world) {
			quarantine(w, "#1 b1")
			w.Send(post{From: ada, Body: "yes", Proven: true})
		}, []string{"a1", "a2"}, ""},
		{"yes in reply to another letter", func(w *world) {
			w.Send(post{From: ada, Body: "games", Proven: true})
			list := w.Last(ada)
			quarantine(w, "#1 b1")
			w.Send(post{From: ada, Body: "yes", Answers: list})
		}, []string{"a1", "a2"}, ""},
		{"yes from a stranger who has the question", func(w *world) {
			w.Send(post{From: "eve@example.org", Body: "yes", Answers: quarantine(w, "#1 b1")})
		}, []string{"a1", "a2"}, "A message came from eve@example.org, which is not the address that you play from"},
		{"yes from the opponent who has the question", func(w *world) {
			w.Send(post{From: bob, Body: "yes", Answers: quarantine(w, "#1 b1")})
		}, []string{"a1", "a2"}, "Somebody who claims to be you wrote"},
		{"yes without anything", func(w *world) {
			quarantine(w, "#1 b1")
			w.Send(post{From: ada, Body: "yes"})
		}, []string{"a1", "a2"}, "I could not be sure"},
		{"a command in reply to the question, which proves its writer", func(w *world) {
			w.Send(post{From: ada, Body: "#1 c1", Answers: quarantine(w, "#1 b1")})
		}, []string{"a1", "a2", "c1"}, "You played c1"},
		{"what needs no proof is done at once, and not again", func(w *world) {
			q := quarantine(w, "standings\n#1 b1")
			require.Contains(w.T, w.Boxes[ada][len(w.Boxes[ada])-2].Text, "The standings")
			require.NotContains(w.T, q.Text, "standings")
			yes(w, q)
			require.NotContains(w.T, w.Last(ada).Text, "The standings")
		}, []string{"a1", "a2", "b1"}, ""},
		{"resigning asks nothing more", func(w *world) {
			yes(w, quarantine(w, "#1 resign"))
			require.True(w.T, w.Game(1).Over())
		}, []string{"a1", "a2"}, "You have resigned"},
		{"stopping asks what it would cost, and that question stands", func(w *world) {
			yes(w, quarantine(w, "stop"))
			require.False(w.T, w.Game(1).Over())
			w.Reply(ada, "yes")
			require.True(w.T, w.Game(1).Over())
		}, []string{"a1", "a2"}, "This is the last message"},
		{"an illegal move is refused then", func(w *world) { yes(w, quarantine(w, "#1 b3")) }, []string{"a1", "a2"}, "Pawns are placed on the outer plate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			c.do(w)
			require.Equal(t, c.plies, w.Plies(1))
			require.Contains(t, flat(*w.Last(ada)), c.says)
			require.NotContains(t, w.Boxes, "eve@example.org", "nobody but the owner was written to")
		})
	}
}

// A move that was quarantined is stale when the game has gone on, whoever moved it.
func TestQuarantinedIsStaleLater(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	mine := w.Last(ada)
	w.Send(post{From: ada, Body: "#1 b1"})
	w.Reply(ada, "yes")
	question := w.Last(ada)
	w.Send(post{From: ada, Body: "c1", Answers: mine})
	w.Reply(bob, "b5")
	require.Equal(t, []string{"a1", "a2", "c1", "b5"}, w.Plies(1))
	w.Send(post{From: ada, Body: "yes", Answers: question})
	require.Equal(t, []string{"a1", "a2", "c1", "b5"}, w.Plies(1))
	require.Contains(t, flat(*w.Last(ada)), "The game has moved on since that message")
}

// The words of a quarantined challenge go to the invited, and no others do.
func TestAQuarantinedChallengeKeepsItsWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := w.Send(post{From: "Ada <ada@example.org>", Body: "challenge bob@example.org rooya\nLet us play again!"})
	require.Len(t, out, 1, "nobody is invited by an unproven writer")
	w.Reply(ada, "yes")
	w.Send(post{From: ada, Body: "Yes, of course\nyes", Answers: w.Last(ada)})
	require.Contains(t, w.Last(bob).Text, "Let us play again!")
	require.NotContains(t, w.Last(bob).Text, "of course")
}

// What cannot be shown in full is not quarantined.
func TestTooMuchToHold(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	for _, body := range []string{strings.Repeat("#1 note x\n", 30), "#1 note " + strings.Repeat("x", 3000)} {
		w.Send(post{From: ada, Body: body})
		require.Contains(t, flat(*w.Last(ada)), "I could not be sure that this came from you")
		require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
			waiting, err := tx.WaitingQuarantines(1)
			require.Empty(t, waiting)
			return err
		}))
	}
	long := "#1 note " + strings.Repeat("word ", 300) + "END"
	w.Send(post{From: ada, Body: long})
	w.Reply(ada, "yes")
	require.Contains(t, w.Last(ada).Text, "END", "nobody says yes to what they cannot see")
}

// A message in somebody else's thread names the game that it claims.
func TestAQuarantinedReplyNamesItsGame(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Send(post{From: ada, Body: "b1", Answers: w.Last(bob)})
	w.Reply(ada, "yes")
	require.Contains(t, w.Last(ada).Text, "| #1 b1\n")
	w.Reply(ada, "yes")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
}

// What was quarantined is erased when it waits no more.
func TestQuarantinedLinesAreErased(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := theGame(t)
	lines := func() (text string) {
		require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
			kept, err := tx.QuarantinesOf(1, 10)
			for _, h := range kept {
				text += h.Lines
			}
			return err
		}))
		return text
	}
	w.Send(post{From: ada, Body: "#1 b1"})
	require.Equal(t, "#1 b1", lines())
	w.Pass(7*24*time.Hour + time.Hour)
	require.Empty(t, lines())
	w.Send(post{From: ada, Body: "#1 c1"})
	w.Reply(ada, "no")
	require.Empty(t, lines())
}

// On a closed network whoever writes is believed.
func TestOpen(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Open = true
	w.Restart()
	w.Send(post{From: ada, Body: "#1 b1"})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	w.Send(post{From: bob, Body: "#1 b5", Header: []string{"From: eve@example.org"}})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1), "but not two at once")
}

// A mail that the server vouches for counts once: a copy that was changed where
// no signature looks is another mail with its Message-ID.
func TestProvenMailCountsOnce(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	raw := w.Raw(post{From: ada, Body: "#1 say hello", Proven: true})
	w.Bring(raw)
	require.Contains(t, w.Last(bob).Text, "hello")
	messages := w.Bring(append(raw, "\r\n\r\n"...))
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "Did you write to me")
}
