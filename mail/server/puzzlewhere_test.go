package server_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/puzzles"
	"turnpost/mail/server/servertest"
)

// digested is a world in which a message of two games that wait for Cleo and of the puzzle of
// the day has come to her: White's c4xb4. Her games are #2, as White after the plies, and
// #3, whose first ply is hers.
func digested(t *testing.T, lang string, plies ...string) (*servertest.World, servertest.Message) {
	t.Helper()
	w := servertest.From(t, fmt.Sprint("digested ", lang, plies), func(w *servertest.World) {
		playSixteen(w)
		w.Seek()
		begins(w, "dan@example.org", cleo)
		playOn(w, 2, plies...)
		begins(w, cleo, "dan@example.org")
		asks(w, cleo, "lang "+lang+"\nletters digest\npuzzle daily 07:30\ndigest daily 07:30")
		w.Pass(24 * 3600e9)
	})
	l := *w.Last(cleo)
	require.Contains(t, l.Text, "#2")
	require.Contains(t, l.Text, "#3")
	return w, l
}

var tapped = regexp.MustCompile(`href="mailto:[^"]*body=([^"&]*)`)

// A puzzle that stands in a digest is answered as its message and its taps say, in every
// language.
func TestThePuzzleInADigestSaysItsCommand(t *testing.T) {
	t.Parallel()
	for lang, word := range map[string]string{"en": "puzzle", "fr": "énigme", "it": "rompicapo", "de": "rätsel"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			w, l := digested(t, lang, "c5")
			require.Contains(t, l.Text, word)
			answer := ""
			for _, link := range tapped.FindAllStringSubmatch(string(l.Part("text/html")), -1) {
				body, err := url.PathUnescape(link[1])
				require.NoError(t, err)
				require.NotEqual(t, "c4xb4", body)
				if strings.HasSuffix(body, "c4xb4") {
					answer = body
				}
			}
			require.Equal(t, word+" c4xb4", answer)
			require.Len(t, w.Reply(cleo, answer), 1)
			solved(t, w, 1, 1)
		})
	}
}

// solved wants Cleo to have solved so many puzzles, of so many.
func solved(t *testing.T, w *servertest.World, want, of int) {
	t.Helper()
	got := [2]int{}
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(cleo)
		require.NoError(t, err)
		got[0], got[1], err = puzzles.Tally(tx, p.ID)
		return err
	}))
	require.Equal(t, [2]int{want, of}, got)
}

// In one reply to a digest may stand plies of games and the answer to its puzzle. A bare
// ply is that if it can be nothing else, and is asked about if it can.
func TestRepliesToADigestWithAPuzzle(t *testing.T) {
	t.Parallel()
	// White to move in #2, where d3-d4 and f5-f6 can be played, and c4xb4 cannot.
	plies := strings.Fields("c5 d3 b4 e4 a3 c3 d5 f5 c5-e5")
	for i, c := range []struct {
		reply         string
		solved, of    int
		played, begun int // plies in #2 and #3
		asks          string
	}{
		{"#2 d3-d4\npuzzle c4xb4", 1, 1, 10, 0, ""},
		{"puzzle c4xb4\n#2 d3-d4\n#3 c5", 1, 1, 10, 1, ""},
		{"#2 d3-d4\n\npuzzle 2", 1, 1, 10, 0, ""},
		{"c4xb4", 1, 1, 9, 0, ""},
		{"2", 1, 1, 9, 0, ""},
		{"#2 d3-d4\nc4xb4", 1, 1, 10, 0, ""},
		{"#2 d3-d4\n2", 1, 1, 10, 0, ""},
		{"c4xb4\n#3 c5", 1, 1, 9, 1, ""},
		{"d3-d4", 0, 0, 9, 0, "write #2 d3-d4 or puzzle d3-d4"},
		{"#3 c5\nd3-d4", 0, 0, 9, 1, "write #2 d3-d4 or puzzle d3-d4"},
		{"#2 f5-f6\npuzzle d3-d4", 0, 1, 10, 0, ""},
		{"xyz", 0, 0, 9, 0, "an answer is a move, or its number from 1 to 14"},
	} {
		if skiptest.Working() && i%4 != 0 {
			continue
		}
		t.Run(c.reply, func(t *testing.T) {
			t.Parallel()
			w, _ := digested(t, "en", plies...)
			messages := w.Reply(cleo, c.reply)
			var own []string
			for _, l := range messages {
				if strings.Contains(l.Get("To"), cleo) {
					own = append(own, strings.Join(strings.Fields(l.Text), " "))
				}
			}
			require.Len(t, own, 1)
			require.Contains(t, own[0], c.asks)
			require.NotContains(t, own[0], "Tournaments and ladders")
			solved(t, w, c.solved, c.of)
			require.Equal(t, c.played, w.Game(2).Plies)
			require.Equal(t, c.begun, w.Game(3).Plies)
		})
	}
}

// A ply that was played since the digest came is not taken for an answer to its puzzle.
func TestAPlyPlayedSinceTheDigest(t *testing.T) {
	t.Parallel()
	w, digest := digested(t, "en", strings.Fields("c5 d3 b4 e4 a3 c3 d5 f5 c5-e5")...)
	w.Pass(3600e9)
	w.Send(post{From: cleo, Proven: true, Body: "#2 d3-d4"})
	require.Equal(t, 10, w.Game(2).Plies)
	messages := w.Send(post{From: cleo, Answers: &digest, Body: "d3-d4"})
	require.Len(t, messages, 1)
	require.Contains(t, strings.Join(strings.Fields(messages[0].Text), " "), "write #2 d3-d4 or puzzle d3-d4")
	solved(t, w, 0, 0)
}

// Two that are asked for in the same moment are two, and each message knows its own; one
// message shows one.
func TestPuzzlesOfOneMoment(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	first, second := asks(w, cleo, "puzzle"), asks(w, cleo, "puzzle")
	require.Contains(t, first.Text, "does White win")
	require.Contains(t, second.Text, "does Black win")
	require.NotEqual(t, first.Get("Reply-To"), second.Get("Reply-To"))
	w.Send(post{From: cleo, Answers: &first, Body: "c4xb4"})
	w.Send(post{From: cleo, Answers: &second, Body: "d4d5-e4e5"})
	solved(t, w, 2, 2)

	both := asks(w, "eve@example.org", "puzzle\npuzzle roses")
	require.Contains(t, both.Text, "a message shows one puzzle")
	require.Equal(t, 1, strings.Count(both.Text, "Which is it?"))
}

// Of the line that keeps the win is not told what leads to a running board, and beyond.
func TestNoLineToARunningBoard(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	asks(w, cleo, "puzzle")
	question := w.Last(cleo)
	begins(w, "eve@example.org", "dan@example.org")
	playOn(w, 2, append(sharpGame[:14:14], "d5-e6")...)
	answered := w.Send(post{From: cleo, Answers: question, Body: "2"})
	require.Len(t, answered, 1)
	require.Contains(t, answered[0].Text, "Only c4xb4 keeps the win")
	require.NotContains(t, answered[0].Text, "d5-e6")
	require.NotContains(t, answered[0].Text, "b3xb5")
	playOn(w, 2, "b3xb5")
	answered = w.Send(post{From: cleo, Answers: question, Body: "2"})
	require.Len(t, answered, 1)
	require.Contains(t, answered[0].Text, "1. c4xb4  2. d5-e6  3. b3xb5")
}

// What answers a puzzle and is no ply is told what is one, and not all commands.
func TestNoAnswerToAPuzzle(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	asks(w, cleo, "puzzle")
	for _, c := range [][2]string{
		{"xyz", "an answer is a move, or its number from 1 to 14"},
		{"It must be c4xb4 here, I suppose.", "Did you mean c4xb4"},
		{"I think it is 3, because of the castle", "Did you mean "},
		{"no idea", "a wrong one shows the solution, too"},
		{"d4-d9", "There is no cell d9"},
	} {
		messages := w.Reply(cleo, c[0])
		require.Len(t, messages, 1)
		text := strings.Join(strings.Fields(messages[0].Text), " ")
		require.Contains(t, text, c[1])
		require.NotContains(t, text, "Tournaments and ladders")
	}
	solved(t, w, 0, 0)
	w.Reply(cleo, "c4xb4") // to the message that says so
	solved(t, w, 1, 1)
}
