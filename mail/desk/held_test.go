package desk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// TestHeld: what becomes of a letter that nothing proves. The question goes to
// the registered address alone, and only its own answer carries the lines out.
func TestHeld(t *testing.T) {
	hold := func(w *world, body string) *letter {
		w.t.Helper()
		out := w.send(post{from: ada, body: body})
		require.Len(w.t, out, 1)
		require.Contains(w.t, out[0].Get("To"), ada)
		require.Contains(w.t, out[0].Text, "Did you write this, Ada?")
		require.Equal(w.t, []string{"a1", "a2"}, w.plies(1), "nothing is done before the answer")
		return w.last(ada)
	}
	yes := func(w *world, question *letter) { w.send(post{from: ada, body: "yes", answers: question}) }
	for _, c := range []struct {
		name  string
		do    func(w *world)
		plies []string
		says  string // in the last letter to Ada
	}{
		{"yes", func(w *world) { yes(w, hold(w, "#1 b1")) }, []string{"a1", "a2", "b1"}, "You played b1"},
		{"oui", func(w *world) { w.send(post{from: ada, body: "Oui", answers: hold(w, "#1 b1")}) }, []string{"a1", "a2", "b1"}, ""},
		{"yes with thanks, which are for nobody", func(w *world) {
			w.send(post{from: ada, body: "Yes\nthat was me, from my phone", answers: hold(w, "#1 b1")})
			require.NotContains(w.t, w.last(bob).Text, "phone")
		}, []string{"a1", "a2", "b1"}, "You played b1"},
		{"no", func(w *world) { w.send(post{from: ada, body: "no", answers: hold(w, "#1 b1")}) }, []string{"a1", "a2"}, "that letter is dropped"},
		{"yes and no", func(w *world) { w.send(post{from: ada, body: "yes\nno", answers: hold(w, "#1 b1")}) }, []string{"a1", "a2"}, "that letter is dropped"},
		{"yes after no", func(w *world) {
			q := hold(w, "#1 b1")
			w.send(post{from: ada, body: "no", answers: q})
			yes(w, q)
		}, []string{"a1", "a2"}, "that question is over"},
		{"yes twice", func(w *world) {
			q := hold(w, "#1 b1")
			yes(w, q)
			w.reply(bob, "b5")
			yes(w, q)
		}, []string{"a1", "a2", "b1", "b5"}, "that question is over"},
		{"yes after seven days", func(w *world) {
			q := hold(w, "#1 b1")
			w.now = w.now.Add(7*24*time.Hour + time.Hour)
			yes(w, q)
		}, []string{"a1", "a2"}, "that question is over"},
		{"yes to an older question", func(w *world) {
			old := hold(w, "#1 b1")
			hold(w, "#1 c1")
			yes(w, old)
		}, []string{"a1", "a2"}, "that question is over"},
		{"yes to the newest question", func(w *world) {
			hold(w, "#1 b1")
			yes(w, hold(w, "#1 c1"))
		}, []string{"a1", "a2", "c1"}, "You played c1"},
		{"yes to the first of many questions", func(w *world) {
			first := hold(w, "#1 b1")
			for i := range 40 {
				hold(w, fmt.Sprintf("#1 note %d", i))
			}
			yes(w, first)
		}, []string{"a1", "a2"}, "that question is over"},
		{"yes from the server's own user, without the question's secret", func(w *world) {
			hold(w, "#1 b1")
			w.send(post{from: ada, body: "yes", proven: true})
		}, []string{"a1", "a2"}, ""},
		{"yes in reply to another letter", func(w *world) {
			w.send(post{from: ada, body: "games", proven: true})
			list := w.last(ada)
			hold(w, "#1 b1")
			w.send(post{from: ada, body: "yes", answers: list})
		}, []string{"a1", "a2"}, ""},
		{"yes from a stranger who has the question", func(w *world) {
			w.send(post{from: "eve@example.org", body: "yes", answers: hold(w, "#1 b1")})
		}, []string{"a1", "a2"}, "A letter came from eve@example.org, which is not the address that you play from"},
		{"yes from the opponent who has the question", func(w *world) {
			w.send(post{from: bob, body: "yes", answers: hold(w, "#1 b1")})
		}, []string{"a1", "a2"}, "Did you write this"},
		{"yes without anything", func(w *world) {
			hold(w, "#1 b1")
			w.send(post{from: ada, body: "yes"})
		}, []string{"a1", "a2"}, "I could not be sure"},
		{"a command in reply to the question, which proves its writer", func(w *world) {
			w.send(post{from: ada, body: "#1 c1", answers: hold(w, "#1 b1")})
		}, []string{"a1", "a2", "c1"}, "You played c1"},
		{"what needs no proof is done at once, and not again", func(w *world) {
			q := hold(w, "standings\n#1 b1")
			require.Contains(w.t, q.Text, "The standings")
			require.NotContains(w.t, flat(*q), "wants this: | standings")
			yes(w, q)
			require.NotContains(w.t, w.last(ada).Text, "The standings")
		}, []string{"a1", "a2", "b1"}, ""},
		{"resigning asks nothing more", func(w *world) {
			yes(w, hold(w, "#1 resign"))
			require.True(w.t, w.game(1).Over())
		}, []string{"a1", "a2"}, "You have resigned"},
		{"stopping asks what it would cost, and that question stands", func(w *world) {
			yes(w, hold(w, "stop"))
			require.False(w.t, w.game(1).Over())
			w.reply(ada, "yes")
			require.True(w.t, w.game(1).Over())
		}, []string{"a1", "a2"}, "This is the last letter"},
		{"an illegal move is refused then", func(w *world) { yes(w, hold(w, "#1 b3")) }, []string{"a1", "a2"}, "Pawns are placed on the outer plate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			c.do(w)
			require.Equal(t, c.plies, w.plies(1))
			require.Contains(t, flat(*w.last(ada)), c.says)
			require.NotContains(t, w.boxes, "eve@example.org", "nobody but the owner was written to")
		})
	}
}

// A move that was held is stale when the game has gone on, whoever moved it.
func TestHeldIsStaleLater(t *testing.T) {
	w := theGame(t)
	mine := w.last(ada)
	w.send(post{from: ada, body: "#1 b1"})
	question := w.last(ada)
	w.send(post{from: ada, body: "c1", answers: mine})
	w.reply(bob, "b5")
	require.Equal(t, []string{"a1", "a2", "c1", "b5"}, w.plies(1))
	w.send(post{from: ada, body: "yes", answers: question})
	require.Equal(t, []string{"a1", "a2", "c1", "b5"}, w.plies(1))
	require.Contains(t, flat(*w.last(ada)), "The game has moved on since that letter")
}

// The words of a held challenge go to the invited, and no others do.
func TestAHeldChallengeKeepsItsWords(t *testing.T) {
	w := newWorld(t)
	out := w.send(post{from: "Ada <ada@example.org>", body: "challenge bob@example.org rooya\nLet us play again!"})
	require.Len(t, out, 1, "nobody is invited by who may be anybody")
	w.send(post{from: ada, body: "Yes, of course\nyes", answers: w.last(ada)})
	require.Contains(t, w.last(bob).Text, "Let us play again!")
	require.NotContains(t, w.last(bob).Text, "of course")
}

// What cannot be shown in full is not held.
func TestTooMuchToHold(t *testing.T) {
	w := theGame(t)
	for _, body := range []string{strings.Repeat("#1 note x\n", 30), "#1 note " + strings.Repeat("x", 3000)} {
		w.send(post{from: ada, body: body})
		require.Contains(t, flat(*w.last(ada)), "I could not be sure that this came from you")
		require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
			_, err := tx.WaitingHeld(1)
			require.ErrorIs(t, err, db.ErrNotFound)
			return nil
		}))
	}
	long := "#1 note " + strings.Repeat("word ", 300) + "END"
	w.send(post{from: ada, body: long})
	require.Contains(t, w.last(ada).Text, "END", "nobody says yes to what they cannot see")
}

// A letter in somebody else's thread names the game that it claims.
func TestAHeldReplyNamesItsGame(t *testing.T) {
	w := theGame(t)
	w.send(post{from: ada, body: "b1", answers: w.last(bob)})
	require.Contains(t, w.last(ada).Text, "| #1 b1\n")
	w.reply(ada, "yes")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
}

// What was held is erased when it waits no more.
func TestHeldLinesAreErased(t *testing.T) {
	w := theGame(t)
	lines := func() (text string) {
		require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
			held, err := tx.HeldOf(1, 10)
			for _, h := range held {
				text += h.Lines
			}
			return err
		}))
		return text
	}
	w.send(post{from: ada, body: "#1 b1"})
	require.Equal(t, "#1 b1", lines())
	w.pass(7*24*time.Hour + time.Hour)
	require.Empty(t, lines())
	w.send(post{from: ada, body: "#1 c1"})
	w.reply(ada, "no")
	require.Empty(t, lines())
}

// On a closed network whoever writes is believed.
func TestOpen(t *testing.T) {
	w := theGame(t)
	w.open = true
	w.desk = w.newDesk()
	w.send(post{from: ada, body: "#1 b1"})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	w.send(post{from: bob, body: "#1 b5", header: []string{"From: eve@example.org"}})
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1), "but not two at once")
}

// A mail that the server vouches for counts once: a copy that was changed where
// no signature looks is another mail with its Message-ID.
func TestProvenMailCountsOnce(t *testing.T) {
	w := theGame(t)
	raw := w.raw(post{from: ada, body: "#1 say hello", proven: true})
	w.bring(raw)
	require.Contains(t, w.last(bob).Text, "hello")
	letters := w.bring(append(raw, "\r\n\r\n"...))
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "Did you write this")
}
