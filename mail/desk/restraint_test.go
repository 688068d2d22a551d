package desk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/desk"
)

// withLimits is a world with the usual limits.
func withLimits(w *world) *world {
	w.desk.Limits = desk.DefaultLimits()
	return w
}

// remark is how the last letter in was settled.
func (w *world) remark() string {
	_, remark := w.settled(w.lastIn())
	return remark
}

// Errors are told three times an hour and twenty times a day, to each address.
func TestErrorAnswersAreLimited(t *testing.T) {
	w := withLimits(theGame(t))
	last := w.last(ada)
	answered := map[int]int{} // by hour
	start := w.now
	for i := range 48 * 12 { // every five minutes, two days long
		w.now = start.Add(time.Duration(i) * 5 * time.Minute)
		letters := w.send(post{from: ada, body: fmt.Sprintf("b%d", 10+i), answers: last})
		answered[int(w.now.Sub(start)/time.Hour)] += len(letters)
		if len(letters) == 0 {
			require.Contains(t, w.remark(), "not answered: ")
		}
		if i == 4 {
			require.Contains(t, w.remark(), "3 errors were told this hour")
			require.Len(t, w.send(post{from: bob, body: "b77", answers: w.last(bob)}), 1, "another address is not concerned")
		}
	}
	day := 0
	for hour := range 24 {
		require.LessOrEqual(t, answered[hour], 3)
		day += answered[hour]
	}
	require.Equal(t, 20, day)
	day = 0
	for hour := 24; hour < 48; hour++ {
		day += answered[hour]
	}
	require.Equal(t, 20, day, "the next day brings the next twenty")
	require.Contains(t, w.remark(), "not answered")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
}

// The same error is told once a day; about another position it is another.
func TestTheSameErrorIsToldOnce(t *testing.T) {
	w := withLimits(theGame(t))
	last := w.last(ada)
	require.Len(t, w.send(post{from: ada, body: "b3", answers: last}), 1)
	require.Empty(t, w.send(post{from: ada, body: "b3", answers: last}))
	require.Equal(t, "not answered: the same error was told before", w.remark())
	state, _ := w.settled(w.lastIn())
	require.Equal(t, db.IncomingDone, state)
	require.Len(t, w.send(post{from: ada, body: "b7", answers: last}), 1, "another line")
	w.now = w.now.Add(2 * time.Hour)
	w.send(post{from: ada, body: "b1", answers: last})
	w.reply(bob, "b5")
	require.Len(t, w.reply(ada, "b3"), 1, "another ply")
	w.now = w.now.Add(25 * time.Hour)
	require.Len(t, w.reply(ada, "b3"), 1, "the next day")

	for _, body := range []string{"help me", ""} {
		w.now = w.now.Add(25 * time.Hour)
		require.Len(t, w.reply(ada, body), 1)
		w.now = w.now.Add(7 * 24 * time.Hour)
		require.Empty(t, w.reply(ada, body), "what nobody understands is not answered anew each day")
		w.now = w.now.Add(48 * time.Hour)
		require.Len(t, w.reply(ada, body), 1)
	}
}

// Who plays fast and errs: every valid move is answered, whatever went before.
func TestValidMovesAreAlwaysAnswered(t *testing.T) {
	w := withLimits(theGame(t))
	moves := []string{"b1", "b5", "c1", "c5", "d1", "d5"}
	silent := 0
	for i, move := range moves {
		who := []string{ada, bob}[i%2]
		for k := range 6 {
			silent += 1 - len(w.reply(who, fmt.Sprintf("z%d", 10*i+k)))
		}
		letters := w.reply(who, move)
		require.Len(t, letters, 2, "%s: both players hear of it", move)
		require.Empty(t, w.remark())
	}
	require.Len(t, w.plies(1), 8)
	require.Equal(t, 36-6, silent, "three errors an hour for each were told")
	// A letter that did something and not all is answered too.
	w.reply(ada, "nonsense again\nb9")
	letters := w.send(post{from: ada, body: "board\nsettings now and then\nname <>", answers: w.last(ada)})
	require.Len(t, letters, 1)
}

// Who forges an address cannot fill its mailbox: what letters without a proof
// ask to see is limited as well, and so is the note that a secret was used.
func TestUnprovenLettersAreLimited(t *testing.T) {
	w := withLimits(theGame(t))
	n := 0
	for range 100 {
		n += len(w.send(post{from: ada, body: "help"}))
	}
	require.Equal(t, 20, n)
	require.Contains(t, w.remark(), "the writer is not proven")
	require.Len(t, w.send(post{from: ada, body: "help", answers: w.last(ada)}), 1, "a proven writer is shown everything")
	n = 0
	for i := range 100 {
		n += len(w.send(post{from: fmt.Sprintf("eve%d@example.org", i), body: "b1", answers: &w.boxes[ada][2]}))
	}
	require.LessOrEqual(t, n, 6, "in an hour and 40 minutes")
	for i := range 60 {
		n += len(w.send(post{from: ada, body: "resign " + strings.Repeat("x", i), to: robotAddress}))
	}
	require.LessOrEqual(t, n, 9)
	require.False(t, w.game(1).Over())
}

// A question about a letter that nothing proves is a letter like any other: who
// forges an address brings three of them an hour at most, and never the same
// twice. What is not asked about is not held, and takes nobody's place.
func TestQuestionsAreLimited(t *testing.T) {
	w := withLimits(theGame(t))
	mine := w.last(ada)
	require.Len(t, w.send(post{from: ada, body: "#1 b1"}), 1)
	require.Empty(t, w.send(post{from: ada, body: "#1 b1"}))
	require.Equal(t, "not answered: the same error was told before", w.remark())
	n := 0
	for i := range 25 { // in 50 minutes
		n += len(w.send(post{from: ada, body: fmt.Sprintf("#1 note %d", i)}))
		n += len(w.send(post{from: ada, body: fmt.Sprintf("#1 note %d\nyes", 100+i)}))
	}
	require.Equal(t, 1, n)
	require.Contains(t, w.remark(), "not answered: 2 errors were told this hour")
	require.Len(t, w.send(post{from: ada, body: "b44", answers: mine}), 1, "what she does wrong herself she is told")
	require.Empty(t, w.plies(1)[2:])

	w.now = w.now.Add(25 * time.Hour)
	n = 0
	for i := range 24 * 12 {
		w.now = w.now.Add(4 * time.Minute)
		n += len(w.send(post{from: ada, body: fmt.Sprintf("#1 note %d", 1000+i)}))
	}
	require.LessOrEqual(t, n, 20)
	require.Greater(t, n, 10)
	require.Len(t, w.send(post{from: ada, body: "b45", answers: mine}), 1)
	w.now = w.now.Add(25 * time.Hour)
	w.send(post{from: ada, body: "#1 c1"})
	question := w.last(ada)
	for i := range 60 {
		w.now = w.now.Add(-time.Minute)
		if w.send(post{from: ada, body: "#1 c1" + strings.Repeat(" ", i%2)}); i > 3 {
			require.Contains(t, w.remark(), "not answered")
		}
	}
	w.send(post{from: ada, body: "yes", answers: question})
	require.Equal(t, []string{"a1", "a2", "c1"}, w.plies(1), "the question that was asked stands")
}

// A letter that is too large is told of like any error.
func TestTooLargeIsToldOnce(t *testing.T) {
	w := withLimits(theGame(t))
	n := 0
	for range 5 {
		w.now = w.now.Add(time.Hour)
		w.keepLarge(w.raw(post{from: ada, body: "b1", answers: w.last(ada)}), 30_000_000)
		n += len(w.work())
	}
	require.Equal(t, 1, n)
	require.Contains(t, w.last(ada).Text, "too large")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
}
