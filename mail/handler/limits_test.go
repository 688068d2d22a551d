package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/handler"
)

// withLimits is a world with the usual limits.
func withLimits(w *world) *world {
	w.Handler.Limits = handler.DefaultLimits()
	return w
}

// remark is how the last message in was settled.
func (w *world) remark() string {
	_, remark := w.Settled(w.lastIn())
	return remark
}

// Who has proven to be a player is told of sixty errors a day, at any rate, and in the
// last of them that it is the last, and until when.
func TestErrorAnswersAreLimited(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := withLimits(theGame(t))
	last := w.Last(ada)
	answered := map[int]int{} // by day
	start := w.Now
	var told []time.Time
	var until time.Time
	for i := range 48 * 6 { // every ten minutes, two days long
		w.Now = start.Add(time.Duration(i) * 10 * time.Minute)
		messages := w.Send(post{From: ada, Body: fmt.Sprintf("b%d", 10+i), Answers: last})
		if answered[i/(24*6)] += len(messages); len(messages) == 0 {
			require.Contains(t, w.remark(), "not answered: 60 errors were told today")
			require.True(t, w.Now.Before(until), "%v: silent until %v", w.Now, until)
			continue
		}
		if told = append(told, w.Now); len(told) < 60 {
			require.NotContains(t, messages[0].Text, "This is the last answer", i)
			continue
		}
		until = told[len(told)-60].Add(24 * time.Hour)
		text := strings.Join(strings.Fields(messages[0].Text), " ")
		require.Contains(t, text, "This is the last answer for now")
		require.Contains(t, text, until.Format("15:04")+" UTC they are read, but not answered")
		if i == 70 {
			require.Len(t, w.Send(post{From: bob, Body: "b77", Answers: w.Last(bob)}), 1, "another address is not concerned")
		}
	}
	require.Equal(t, map[int]int{0: 60, 1: 60}, answered, "the next day brings the next sixty")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	t.Logf("abuse | 288 letters of nothing but errors by a writer with the reply token, in two days | 60 answers a day | %d, %d", answered[0], answered[1])
}

// Three mistakes in an hour, and then a stale move, a stale resign and a question: who
// plays is answered while the clock runs.
func TestWhoErrsIsStillAnswered(t *testing.T) {
	t.Parallel()
	w := withLimits(theGame(t))
	w.Reply(ada, "b1")
	w.Reply(bob, "b5")
	stale := &w.Boxes[ada][1]
	for _, body := range []string{"b31", "b32", "b33", "b34"} {
		require.Len(t, w.Reply(ada, body), 1, body)
	}
	for _, body := range []string{"c1", "resign", "c2\nI hope that this is right."} {
		messages := w.Send(post{From: ada, Body: body, Answers: stale})
		require.Len(t, messages, 1, body)
		require.Contains(t, messages[0].Text, "older message", body)
	}
	require.Len(t, w.Reply(ada, "How do I resign?"), 1)
}

// A newcomer who asks in three ways has three answers: by the word of their own server,
// or by replying to the first. Without either the first says that it is the last for a
// day, and what to do.
func TestNewcomersAreAnswered(t *testing.T) {
	t.Parallel()
	asks := []string{"hello", "start", "how do I play?"}
	w := withLimits(newWorld(t))
	for _, body := range asks {
		messages := w.Send(post{From: "zoe@example.org", Proven: true, Body: body})
		require.Len(t, messages, 1, "%s: %s", body, w.remark())
		require.NotContains(t, messages[0].Text, "last answer")
		require.Contains(t, messages[0].Text, "challenge", "how to begin")
	}
	w = withLimits(newWorld(t))
	for i, body := range asks {
		var answers *message
		if i > 0 {
			answers = w.Last("zoe@example.org")
		}
		messages := w.Send(post{From: "zoe@example.org", Body: body, Answers: answers})
		require.Len(t, messages, 1, "%s: %s", body, w.remark())
		require.Equal(t, i == 0, strings.Contains(messages[0].Text, "last answer for now"), messages[0].Text)
	}
	w = withLimits(newWorld(t))
	n := 0
	for _, body := range asks {
		n += len(w.Send(post{From: "zoe@example.org", Body: body}))
	}
	require.Equal(t, 1, n)
	require.Contains(t, strings.Join(strings.Fields(w.Last("zoe@example.org").Text), " "), "A reply to this message is proof enough")
}

// The same error is told once a day; about another position it is another.
func TestTheSameErrorIsToldOnce(t *testing.T) {
	t.Parallel()
	w := withLimits(theGame(t))
	last := w.Last(ada)
	require.Len(t, w.Send(post{From: ada, Body: "b3", Answers: last}), 1)
	require.Empty(t, w.Send(post{From: ada, Body: "b3", Answers: last}))
	require.Equal(t, "not answered: the same error was told before", w.remark())
	state, _ := w.Settled(w.lastIn())
	require.Equal(t, db.IncomingDone, state)
	require.Len(t, w.Send(post{From: ada, Body: "b7", Answers: last}), 1, "another line")
	w.Now = w.Now.Add(2 * time.Hour)
	w.Send(post{From: ada, Body: "b1", Answers: last})
	w.Reply(bob, "b5")
	require.Len(t, w.Reply(ada, "b3"), 1, "another ply")
	w.Now = w.Now.Add(25 * time.Hour)
	require.Len(t, w.Reply(ada, "b3"), 1, "the next day")

	for _, body := range []string{"help me", ""} {
		w.Now = w.Now.Add(25 * time.Hour)
		last := w.Last(ada)
		again := func() []message { return w.Send(post{From: ada, Body: body, Answers: last}) }
		require.Len(t, again(), 1)
		w.Now = w.Now.Add(7 * 24 * time.Hour)
		require.Empty(t, again(), "what nobody understands is not answered again each day")
		w.Now = w.Now.Add(48 * time.Hour)
		require.Len(t, again(), 1)
	}
}

// Who plays fast and errs: every valid move is answered, whatever went before.
func TestValidMovesAreAlwaysAnswered(t *testing.T) {
	t.Parallel()
	w := withLimits(theGame(t))
	moves := []string{"b1", "b5", "c1", "c5", "d1", "d5"}
	silent := 0
	for i, move := range moves {
		who := []string{ada, bob}[i%2]
		for k := range 6 {
			silent += 1 - len(w.Reply(who, fmt.Sprintf("z%d", 10*i+k)))
		}
		messages := w.Reply(who, move)
		require.Len(t, messages, 2, "%s: both players hear of it", move)
		require.Empty(t, w.remark())
	}
	require.Len(t, w.Plies(1), 8)
	require.Zero(t, silent, "and every error of theirs")
	// A message that did something and not all is answered too.
	w.Reply(ada, "nonsense again\nb9")
	messages := w.Send(post{From: ada, Body: "board\nsettings now and then\nname <>", Answers: w.Last(ada)})
	require.Len(t, messages, 1)
}

// Who forges an address cannot fill its mailbox: what messages without a proof
// ask to see is limited as well, and so is the note that a secret was used.
func TestUnprovenMessagesAreLimited(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := withLimits(theGame(t))
	n := 0
	for range 100 {
		n += len(w.Send(post{From: ada, Body: "help"}))
	}
	require.Equal(t, 3, n)
	require.Contains(t, w.remark(), "the writer is not proven")
	require.Len(t, w.Send(post{From: ada, Body: "help", Answers: w.Last(ada)}), 1, "a proven writer is shown everything")
	n = 0
	for i := range 100 {
		n += len(w.Send(post{From: fmt.Sprintf("eve%d@example.org", i), Body: "b1", Answers: &w.Boxes[ada][2]}))
	}
	require.LessOrEqual(t, n, 6, "in an hour and 40 minutes")
	for i := range 60 {
		n += len(w.Send(post{From: ada, Body: "resign " + strings.Repeat("x", i), To: serverAddress}))
	}
	require.LessOrEqual(t, n, 9)
	require.False(t, w.Game(1).Over())
}

// Who forges an address brings it one question a day. What is not asked about is not
// quarantined, and takes nobody's place; and the player's own errors are told all the same.
func TestQuestionsAreLimited(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := withLimits(theGame(t))
	mine := w.Last(ada)
	require.Len(t, w.Send(post{From: ada, Body: "#1 b1"}), 1)
	question := w.Last(ada)
	require.Empty(t, w.Send(post{From: ada, Body: "#1 b1"}))
	require.Equal(t, "held beside what was asked about; not answered: nothing proves the writer, who was written to 1 times today", w.remark())
	for i := range 25 {
		require.Empty(t, w.Send(post{From: ada, Body: fmt.Sprintf("#1 note %d", i)}))
	}
	for _, body := range []string{"b44", "b45", "b46"} {
		require.Len(t, w.Send(post{From: ada, Body: body, Answers: mine}), 1, "what she does wrong herself she is told")
	}
	w.Send(post{From: ada, Body: "yes", Answers: question})
	require.Contains(t, w.Last(ada).Text, "| #1 b1\n", "the question that was asked stands")
	w.Now = w.Now.Add(25 * time.Hour)
	w.Send(post{From: ada, Body: "#1 c1"})
	question = w.Last(ada)
	for i := range 60 {
		w.Now = w.Now.Add(-time.Minute)
		if w.Send(post{From: ada, Body: "#1 c1" + strings.Repeat(" ", i%2)}); i > 3 {
			require.Contains(t, w.remark(), "not answered")
		}
	}
	w.Send(post{From: ada, Body: "yes", Answers: question})
	w.Reply(ada, "yes")
	require.Equal(t, []string{"a1", "a2", "c1"}, w.Plies(1), "the question that was asked stands")
}

// A message that is too large is told of like any error.
func TestTooLargeIsToldOnce(t *testing.T) {
	t.Parallel()
	w := withLimits(theGame(t))
	n := 0
	for range 5 {
		w.Now = w.Now.Add(time.Hour)
		w.keepLarge(w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)}), 30_000_000)
		n += len(w.Work())
	}
	require.Equal(t, 1, n)
	require.Contains(t, w.Last(ada).Text, "too large")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
}

// What is not sent to a stranger in the end does not count against others.
func TestOnlyWhatIsSentIsCounted(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Handler.Limits.QuestionsADay, w.Handler.Limits.SameError = 50, 24*time.Hour
	w.Handler.Limits.SameTalk = 24 * time.Hour
	sent := 0
	for range 5 {
		sent += len(w.Send(post{From: "zoe@example.net", Body: "#99 b1"}))
	}
	require.Equal(t, 1, sent)
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		n, err := tx.Questions(tx.Now.Add(-time.Hour))
		require.Equal(t, 1, n)
		return err
	}))
}
