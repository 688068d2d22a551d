package handler_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
)

// kept counts the messages, in and out, whose text is still there.
func (w *world) kept() (in, out int) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		for id := int64(1); ; id++ {
			l, err := tx.Incoming(id)
			if err != nil {
				return nil
			}
			require.NotEmpty(w.T, l.MessageID)
			require.NotEmpty(w.T, l.Digest)
			if len(l.Raw) > 0 {
				in++
			}
		}
	}))
	for _, state := range []db.OutgoingState{db.OutgoingSent, db.OutgoingQueued, db.OutgoingRefused} {
		for _, o := range w.Outgoing(state) {
			require.NotEmpty(w.T, o.MessageID)
			if len(o.Raw) > 0 {
				out++
			}
		}
	}
	return in, out
}

// The text of messages is kept for thirty days; what they did stays for ever.
func TestOldMessagesAreErased(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	const day = 24 * time.Hour
	w := withLimits(newWorld(t))
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge bob@example.org rooya as black pace 90d+10d/120d"})
	w.Reply(bob, "accept")
	require.NoError(t, w.Deliver(sender{}))
	for i := range 130 { // more than one batch
		w.Send(post{From: carol, Proven: true, Body: "help"})
		if i%40 == 0 {
			require.NoError(t, w.Deliver(sender{}))
		}
	}
	replay := w.Raw(post{From: ada, Body: "a1", Answers: w.Last(ada)})
	w.Bring(replay)
	w.Reply(bob, "a2")
	require.NoError(t, w.Deliver(sender{}))
	in, _ := w.kept()
	require.Equal(t, 134, in)
	first := w.Last(ada).Get("Message-Id")

	w.Now = w.Now.Add(29 * day)
	w.Tick()
	again, _ := w.kept()
	require.Equal(t, in, again, "nothing is old enough")
	w.Now = w.Now.Add(day)
	w.Reply(ada, "b1") // a fresh one
	w.Now = w.Now.Add(time.Hour)
	w.Tick()
	fresh, out := w.kept()
	require.Equal(t, 1, fresh)
	require.LessOrEqual(t, out, 6, "the fresh ones, and reminders")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	w.Work()

	w.Reply(bob, "b5")
	require.Len(t, w.Plies(1), 4, "an old letter's secret proves its reader still")
	require.Contains(t, w.Last(ada).Get("References"), first, "and the thread hangs together")
	require.Empty(t, w.Bring(replay), "a letter that was erased is still known")

	w.Server.Retention.Messages = 0
	w.Now = w.Now.Add(365 * day)
	before, _ := w.kept()
	w.Tick()
	after, _ := w.kept()
	require.Equal(t, before, after, "0 keeps for ever")
}
