package server_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

// A message that is deferred holds up those of its own thread, and no others.
func TestADeferredMessageWaitsAlone(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	require.NoError(t, w.Deliver(sender{}))
	before := len(w.Outgoing(db.OutgoingSent))
	w.Send(post{From: bob, Body: "history", Answers: w.Last(bob)})
	w.Send(post{From: bob, Body: "history", Answers: w.Last(bob)})
	w.Proven("cleo@example.org", "help")
	later := sender{bob: fmt.Errorf("%w: greylisted", mail.ErrDeferred)}
	require.NoError(t, w.Deliver(later))
	require.Len(t, w.Outgoing(db.OutgoingSent), before+1)
	waiting := w.Outgoing(db.OutgoingQueued)
	require.Len(t, waiting, 2)
	require.Equal(t, 1, waiting[0].Attempts)
	require.True(t, waiting[0].DueAt.After(w.Now))
	require.Zero(t, waiting[1].Attempts)
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		due, err := tx.Due(db.Everything)
		require.False(t, due, "nothing is looked for before")
		return err
	}))
	w.Now = w.Now.Add(5*24*time.Hour + time.Minute)
	for range 4 { // three times each, the second from where the first ends
		require.NoError(t, w.Deliver(later))
		w.Now = w.Now.Add(2 * time.Hour)
	}
	require.NoError(t, w.Deliver(later))
	refused := w.Outgoing(db.OutgoingRefused)
	require.Len(t, refused, 2, "it is not tried for ever")
	require.Contains(t, refused[0].Remark, "given up")
}

// slow is a Courier to a server that answers after so long.
type slow struct {
	takes time.Duration
	begun func()
}

func (s slow) Send(ctx context.Context, _ mail.Envelope) error {
	s.begun()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(s.takes):
		return nil
	}
}

func (slow) Close() error { return nil }

// A stop while the server is about to take a message waits for its answer, a
// moment; a message that was not begun is left.
func TestAMessageBeingSentWhenWeStop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		takes, ends time.Duration
		early       bool // stopped before it is sent
		state       db.OutgoingState
		err         error
	}{
		{"taken", 900 * time.Millisecond, 900 * time.Millisecond, false, db.OutgoingSent, nil},
		{"a server that is silent", time.Hour, time.Second, false, db.OutgoingQueued, context.Canceled},
		{"not begun", 0, 0, true, db.OutgoingQueued, nil}, // nobody waits for it to be told
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.Send(post{From: ada, Body: "help"})
			synctest.Test(t, func(t *testing.T) {
				w := *w
				ctx, stop := context.WithCancel(context.Background())
				w.Server.Step = func(name string) {
					if c.early && name == "claimed" {
						stop()
					}
				}
				begun := time.Now()
				_, err := w.Server.DeliverNext(ctx, slow{c.takes, stop})
				require.Equal(t, c.ends, time.Since(begun))
				require.ErrorIs(t, err, c.err)
			})
			messages := w.Outgoing(c.state)
			require.Len(t, messages, 1)
			require.False(t, messages[0].DueAt.After(w.Now), "it is the first of the next start")
		})
	}
}
