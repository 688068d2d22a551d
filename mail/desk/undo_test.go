package desk_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestUndoEarnsNothing: a turn that is taken back keeps the time that it used,
// and not what it earned, so that it earns no more when it is played again.
func TestUndoEarnsNothing(t *testing.T) {
	const h = time.Hour
	w := newWorld(t)
	w.begin("rooya") // 3d+1d/7d
	start := w.game(1)
	w.now = w.now.Add(10 * h)
	w.reply(ada, "a1")
	w.now = w.now.Add(5 * h)
	w.reply(bob, "a2")
	played := w.game(1)
	for range 3 {
		w.reply(ada, "undo")
		w.reply(bob, "yes")
		g := w.game(1)
		require.Zero(t, g.Plies)
		require.Equal(t, played.BlackLeft-24*h, g.BlackLeft)
		require.Equal(t, played.WhiteLeft-24*h, g.WhiteLeft)
		require.Less(t, g.BlackLeft, start.BlackLeft-9*h)
		w.reply(ada, "a1")
		w.reply(bob, "a2")
		require.LessOrEqual(t, w.game(1).BlackLeft, played.BlackLeft)
		require.LessOrEqual(t, w.game(1).WhiteLeft, played.WhiteLeft)
		played = w.game(1)
	}
	// Of the opponent's turn alone nothing else is touched.
	w.reply(bob, "undo")
	w.reply(ada, "yes")
	require.Equal(t, played.BlackLeft, w.game(1).BlackLeft)
	require.Equal(t, played.WhiteLeft-24*h, w.game(1).WhiteLeft)
}
