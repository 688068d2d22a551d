package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// What boards say of clocks that stand still because messages come back is so: until
// when at the latest while they do, from when to when afterwards, and nothing of a
// second suspension for which no time is left.
func TestAbuseForgedBouncesPromiseNothing(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Reply(ada, "a1")
	forge := func() {
		for range 3 {
			w.Bring(w.report(w.sayTo(bob), dsn{}))
			w.Pass(25 * time.Hour)
		}
		require.True(t, w.suspended(bobID))
	}
	board := func() string {
		w.Proven(ada, "#1 board")
		return strings.Join(strings.Fields(w.Last(ada).Text), " ")
	}
	forge()
	begun := w.Game(1).TurnAt
	text := board()
	require.Contains(t, text, "The clocks have been stopped since Friday 20 November 09:")
	require.Contains(t, text, ", until Sunday 20 December 09:")
	require.Contains(t, text, "at the latest, because messages to Bob are returned.")

	w.Pass(27*24*time.Hour + 12*time.Hour)
	text = board()
	require.NotContains(t, text, "have been stopped")
	require.Contains(t, text, "The clocks were stopped from Friday 20 November 09:")
	require.Contains(t, text, "because messages to Bob were returned. That time does not count.")

	// Bob writes, which forgives the bounces, and forges three more.
	w.Proven(bob, "games")
	require.False(t, w.suspended(bobID))
	before := w.Game(1).ClockDue
	for n := range 3 {
		w.Pass(time.Duration(min(n, 1)) * 25 * time.Hour)
		w.Bring(w.report(w.sayTo(bob), dsn{}))
	}
	require.True(t, w.suspended(bobID))
	require.NotContains(t, board(), "have been stopped")
	require.False(t, w.Game(1).ClockDue.After(before), "the clock runs as it did")
	require.False(t, w.Game(1).Over())
	for n := 0; n < 10 && !w.Game(1).Over(); n++ {
		w.Pass(6 * time.Hour)
	}
	require.Equal(t, "time", w.Game(1).Reason)
	t.Logf("abuse | forged bounces, forgiven by a letter and forged again | boards promise no more than holds, and the game is lost | over after %.1f days", w.Now.Sub(begun).Hours()/24)
}
