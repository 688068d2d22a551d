package handler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

const lost = "I would not like to lose the tower, and that is all because of\nb1."

// TestAbuseYesToTalk: a yes to the opponent's talk is never the answer to a question that
// an earlier message asked, and no yes ends a game by a line that may be anybody's.
func TestAbuseYesToTalk(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	tried := 0
	for _, word := range []string{"yes", "ok", "d'accord", "Good idea, yes"} {
		for _, line := range []string{"resign\nIt was a pleasure to play with you.", "Thanks, I will think about it.\n\nAda schrieb am Montag\nresign"} {
			w := theGame(t)
			w.Reply(bob, line)
			require.Contains(t, flat(*w.Last(bob)), "send th")
			question := w.Last(bob)
			w.Reply(ada, "b1\nShall we play another one afterwards?")
			w.Reply(bob, word)
			require.False(t, w.Game(1).Over(), "%q to Ada's letter", word)
			w.Send(post{From: bob, Body: word, Answers: question})
			require.False(t, w.Game(1).Over(), "%q to the old letter", word)
			tried += 2
		}
		w := theGame(t)
		w.Reply(ada, lost)
		require.Contains(t, flat(*w.Last(ada)), "reply to this message with yes before")
		w.Reply(bob, "say Do you like the weather?")
		w.Reply(ada, word)
		require.Equal(t, []string{"a1", "a2"}, w.Plies(1), word)
		tried++
	}
	t.Logf("abuse | a yes to the opponent's talk after a question | no game ends, no ply is played | %d tried, 0 did", tried)
}

// A yes is promised where it plays the line, and nowhere else.
func TestYesIsPromisedWhereItIsKept(t *testing.T) {
	t.Parallel()
	const promise = "with yes before"
	for name, c := range map[string]struct {
		do    func(w *world)
		kept  bool
		plies int
	}{
		"one ply":             {func(w *world) { w.Reply(ada, lost) }, true, 3},
		"of a named game":     {func(w *world) { w.Proven(ada, "Hello, I would not lose it just because of\n#1 b1.") }, true, 3},
		"beside what it asks": {func(w *world) { w.Reply(ada, lost+"\n\ngames\nboard") }, true, 3},
		"of no game":          {func(w *world) { w.Proven(ada, lost) }, false, 2},
		"two lines":           {func(w *world) { w.Reply(ada, lost+"\nAnd I think that it is time to\nresign.") }, false, 2},
		"an offer is waiting": {func(w *world) { w.Reply(bob, "draw"); w.Reply(ada, lost) }, false, 2},
		"another mail apart": {func(w *world) {
			w.Reply(ada, lost)
			q := w.Last(ada)
			w.Proven(ada, "standings")
			w.Boxes[ada] = append(w.Boxes[ada], *q)
		}, true, 3},
	} {
		t.Run(name, func(t *testing.T) {
			w := theGame(t)
			c.do(w)
			question := w.Last(ada)
			if c.kept {
				require.Contains(t, flat(*question), promise)
			} else {
				require.NotContains(t, flat(*question), promise)
			}
			w.Send(post{From: ada, Body: "yes", Answers: question})
			require.Len(t, w.Plies(1), c.plies, flat(*w.Last(ada)))
			require.False(t, w.Game(1).Over())
		})
	}
	// Beside an offer that came since, nobody knows what a yes is for.
	w := theGame(t)
	w.Reply(ada, lost)
	question := w.Last(ada)
	w.Reply(bob, "draw")
	w.Send(post{From: ada, Body: "yes", Answers: question})
	require.Contains(t, flat(*w.Last(ada)), "for what your opponent offers, reply to this message with yes or no")
	require.False(t, w.Game(1).Over())
	w.Reply(ada, "yes")
	require.Equal(t, "agreed", w.Game(1).Reason)
	// One that stood in a sentence is one when it is sent alone.
	w = theGame(t)
	w.Reply(bob, "draw")
	w.Reply(ada, "I would not like to lose the tower, and that is all because of\nyes.")
	require.Contains(t, flat(*w.Last(ada)), "if you mean it, send that line alone")
	w.Reply(ada, "yes")
	require.Equal(t, "agreed", w.Game(1).Reason)
}
