package server_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

// A message that never goes out is tried at 1, 5, 15 and 30 minutes and then every
// hour, each a tenth more or less, for five days.
func TestWhenAMessageIsTried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	begun := w.Now
	later := sender{ada: mail.ErrDeferred}
	var pauses []time.Duration
	for len(w.Outgoing(db.OutgoingQueued)) > 0 {
		require.NoError(t, w.Deliver(later))
		for _, o := range w.Outgoing(db.OutgoingQueued) {
			pauses = append(pauses, o.DueAt.Sub(w.Now))
			w.Now = o.DueAt
		}
	}
	uneven := false
	for i, p := range pauses {
		want := time.Hour
		if i < 4 {
			want = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute}[i]
		}
		require.InDelta(t, want.Minutes(), p.Minutes(), want.Minutes()/10, "try %d", i+2)
		uneven = uneven || i > 4 && p != pauses[i-1]
	}
	require.True(t, uneven, "there is jitter")
	require.InDelta(t, 5*24, w.Now.Sub(begun).Hours(), 1.2)
	require.InDelta(t, 123, len(pauses), 6)
	require.Len(t, w.Outgoing(db.OutgoingRefused), 1)
}

// While the login is refused nothing is given up, however long that takes, and
// nothing counts as a try of the message's.
func TestARefusedLoginKeepsEverything(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	require.NoError(t, w.Deliver(sender{}))
	w.Send(post{From: bob, Body: "history", Answers: w.Last(bob)})
	w.Send(post{From: bob, Body: "history", Answers: w.Last(bob)})
	closed := sender{bob: fmt.Errorf("%w: 535 5.7.8 no", mail.ErrAccount)}
	for range 20 {
		w.Now = w.Now.Add(12 * time.Hour)
		worked, err := w.Server.DeliverNext(context.Background(), closed)
		require.True(t, worked)
		require.ErrorIs(t, err, mail.ErrAccount)
	}
	require.NoError(t, w.Deliver(sender{bob: mail.ErrDeferred}), "the login is mended, and the server has one more excuse")
	require.Empty(t, w.Outgoing(db.OutgoingRefused))
	waiting := w.Outgoing(db.OutgoingQueued)
	require.Len(t, waiting, 2)
	require.Equal(t, 1, waiting[0].Attempts)
	w.Now = waiting[0].DueAt
	require.NoError(t, w.Deliver(sender{}))
	require.Empty(t, w.Outgoing(db.OutgoingQueued))
}

// Days in which the daemon did not run are none in which a message was tried; and
// a clock that jumps ahead seems such a time.
func TestDaysAwayGiveNoMessageUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Tick()
	w.Server.HeartbeatGap = 10 * time.Minute
	w.Send(post{From: ada, Body: "help"})
	later := sender{ada: mail.ErrDeferred}
	for range 4 {
		require.NoError(t, w.Deliver(later))
		w.Now = w.Now.Add(3 * 24 * time.Hour)
	}
	require.NoError(t, w.Deliver(later))
	require.Empty(t, w.Outgoing(db.OutgoingRefused), "tried for some minutes in all")
	require.Equal(t, 5, w.Outgoing(db.OutgoingQueued)[0].Attempts)
}

// When the clock is set back, messages from the future go out, tried or not, and
// the heartbeat goes on.
func TestTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Now = w.Now.Add(30 * 24 * time.Hour)
	w.Tick()
	w.Send(post{From: ada, Body: "help"})
	w.Send(post{From: bob, Body: "help"})
	require.NoError(t, w.Deliver(sender{ada: mail.ErrDeferred, bob: mail.ErrDeferred}))
	w.Send(post{From: "cleo@example.org", Body: "help"})
	w.Now = w.Now.Add(-30 * 24 * time.Hour)
	require.NoError(t, w.Deliver(sender{}))
	require.Len(t, w.Outgoing(db.OutgoingSent), 3)
	w.Tick()
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		last, err := tx.LastHeartbeat()
		require.Equal(t, w.Now, last)
		return err
	}))
}

// locker is a Courier that takes a message, and locks the database before it says
// so.
type locker struct {
	t      *testing.T
	path   string
	sent   int
	unlock func()
}

func (l *locker) Send(context.Context, mail.Envelope) error {
	l.sent++
	d, err := sql.Open("sqlite3", "file:"+l.path+"?_txlock=immediate")
	require.NoError(l.t, err)
	tx, err := d.BeginTx(context.Background(), nil)
	require.NoError(l.t, err)
	l.unlock = func() { require.NoError(l.t, tx.Rollback()); require.NoError(l.t, d.Close()) }
	return nil
}

func (*locker) Close() error { return nil }

// A message that was taken while the database is locked is not sent once more, even
// after the end of its lease: that it was sent is noted as soon as that goes.
func TestASentMessageThatCannotBeNoted(t *testing.T) {
	if testing.Short() {
		t.Skip("the database is waited for, which takes half a minute")
	}
	if servertest.OnPostgres(t) {
		t.Skip("it locks the file")
	}
	t.Parallel()
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	l := &locker{t: t, path: filepath.Join(w.Dir, "turnpost.db")}
	_, err := w.Server.DeliverNext(context.Background(), l)
	require.True(t, db.Transient(err), "%v", err)
	l.unlock()
	w.Now = w.Now.Add(time.Hour)
	worked, err := w.Server.DeliverNext(context.Background(), l)
	require.NoError(t, err)
	require.False(t, worked)
	require.Equal(t, 1, l.sent)
	require.Len(t, w.Outgoing(db.OutgoingSent), 1)
}
