package handler_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestUndoEarnsNothing: a turn that is taken back keeps the time that it used,
// and not what it earned, so that it earns no more when it is played again.
func TestUndoEarnsNothing(t *testing.T) {
	t.Parallel()
	const h = time.Hour
	w := newWorld(t)
	w.Begin("rooya") // 3d+1d/7d
	start := w.Game(1)
	w.Now = w.Now.Add(10 * h)
	w.Reply(ada, "a1")
	w.Now = w.Now.Add(5 * h)
	w.Reply(bob, "a2")
	played := w.Game(1)
	for range 3 {
		w.Reply(ada, "undo")
		w.Reply(bob, "yes")
		g := w.Game(1)
		require.Zero(t, g.Plies)
		require.Equal(t, played.BlackLeft-24*h, g.BlackLeft)
		require.Equal(t, played.WhiteLeft-24*h, g.WhiteLeft)
		require.Less(t, g.BlackLeft, start.BlackLeft-9*h)
		w.Reply(ada, "a1")
		w.Reply(bob, "a2")
		require.LessOrEqual(t, w.Game(1).BlackLeft, played.BlackLeft)
		require.LessOrEqual(t, w.Game(1).WhiteLeft, played.WhiteLeft)
		played = w.Game(1)
	}
	// Of the opponent's turn alone nothing else is touched.
	w.Reply(bob, "undo")
	w.Reply(ada, "yes")
	require.Equal(t, played.BlackLeft, w.Game(1).BlackLeft)
	require.Equal(t, played.WhiteLeft-24*h, w.Game(1).WhiteLeft)
}
