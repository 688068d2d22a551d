package desk_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// kept counts the letters, in and out, whose text is still there.
func (w *world) kept() (in, out int) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) error {
		for id := int64(1); ; id++ {
			l, err := tx.Incoming(id)
			if err != nil {
				return nil
			}
			require.NotEmpty(w.t, l.MessageID)
			require.NotEmpty(w.t, l.Digest)
			if len(l.Raw) > 0 {
				in++
			}
		}
	}))
	for _, state := range []string{db.OutgoingSent, db.OutgoingQueued, db.OutgoingRefused} {
		for _, o := range w.outgoing(state) {
			require.NotEmpty(w.t, o.MessageID)
			if len(o.Raw) > 0 {
				out++
			}
		}
	}
	return in, out
}

// The text of letters is kept for thirty days; what they did stays for ever.
func TestOldLettersAreErased(t *testing.T) {
	const day = 24 * time.Hour
	w := withLimits(newWorld(t))
	w.send(post{from: "Ada <ada@example.org>", proven: true, body: "challenge bob@example.org rooya as black pace 90d+10d/120d"})
	w.reply(bob, "accept")
	require.NoError(t, w.deliver(sender{}))
	for i := range 130 { // more than one batch
		w.send(post{from: carol, proven: true, body: "help"})
		if i%40 == 0 {
			require.NoError(t, w.deliver(sender{}))
		}
	}
	replay := w.raw(post{from: ada, body: "a1", answers: w.last(ada)})
	w.bring(replay)
	w.reply(bob, "a2")
	require.NoError(t, w.deliver(sender{}))
	in, _ := w.kept()
	require.Equal(t, 134, in)
	first := w.last(ada).Get("Message-Id")

	w.now = w.now.Add(29 * day)
	w.tick()
	again, _ := w.kept()
	require.Equal(t, in, again, "nothing is old enough")
	w.now = w.now.Add(day)
	w.reply(ada, "b1") // a fresh one
	w.now = w.now.Add(time.Hour)
	w.tick()
	fresh, out := w.kept()
	require.Equal(t, 1, fresh)
	require.LessOrEqual(t, out, 6, "the fresh ones, and reminders")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.plies(1))
	faults, err := w.desk.Verify(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, faults)
	w.work()

	w.reply(bob, "b5")
	require.Len(t, w.plies(1), 4, "an old letter's secret proves its reader still")
	require.Contains(t, w.last(ada).Get("References"), first, "and the thread hangs together")
	require.Empty(t, w.bring(replay), "a letter that was erased is still known")

	w.desk.Limits.KeepLetters = 0
	w.now = w.now.Add(365 * day)
	before, _ := w.kept()
	w.tick()
	after, _ := w.kept()
	require.Equal(t, before, after, "0 keeps for ever")
}
