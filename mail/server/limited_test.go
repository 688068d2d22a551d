package server_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// A smarthost that takes nothing more puts all letters off, longer each time, and
// it counts against none, whatever daemon asks and however long it takes.
func TestALimitedAccountWaits(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	w.Send(post{From: bob, Body: "help"})
	full := fmt.Errorf("%w: 550 5.4.5 limit", mail.ErrLimited)
	tries := 0
	w.Server.Observe = func(o handler.Observation) {
		if o.What == server.Deferred {
			tries++
		}
	}
	limits := sender{ada: full, bob: full}
	for end := w.Now.Add(10 * 24 * time.Hour); w.Now.Before(end); w.Now = w.Now.Add(time.Minute) {
		require.NoError(t, w.Deliver(limits))
	}
	require.InDelta(t, 10*24, tries, 10, "an hour apart in the end")
	require.Empty(t, w.Outgoing(db.OutgoingRefused))
	waiting := w.Outgoing(db.OutgoingQueued)
	require.Len(t, waiting, 2)
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		for _, o := range waiting {
			spared, _, err := tx.Spared(o.ID)
			require.NoError(t, err)
			require.Equal(t, spared, o.Attempts)
		}
		return nil
	}))
	account := func() (a db.SendingAccount) {
		require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) (err error) { a, err = tx.Account(); return err }))
		return a
	}
	require.Equal(t, "5.4.5", account().Status)
	observe := w.Server.Observe
	w.Restart() // as another daemon would
	w.Server.Observe = observe
	before := tries
	w.Now = account().DeferredUntil.Add(-time.Second)
	require.NoError(t, w.Deliver(limits))
	require.Equal(t, before, tries)
	w.Now = w.Now.Add(time.Second)
	require.NoError(t, w.Deliver(sender{}))
	require.Empty(t, w.Outgoing(db.OutgoingQueued))
	require.Equal(t, db.SendingAccount{}, account())
}

// A policy that lies with one letter holds up no other, and is no bounce.
func TestAPolicyAgainstOneMessageHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	w.Send(post{From: bob, Body: "help"})
	odd := sender{ada: fmt.Errorf("%w: 550 5.7.1 no", mail.ErrPolicy)}
	begun := w.Now
	for len(w.Outgoing(db.OutgoingQueued)) > 0 && w.Now.Sub(begun) < 7*24*time.Hour {
		require.NoError(t, w.Deliver(odd))
		w.Now = w.Now.Add(time.Minute)
		if w.Now.Sub(begun) == 2*time.Minute {
			require.Len(t, w.Outgoing(db.OutgoingSent), 1, "the other one went out")
		}
	}
	require.InDelta(t, 5*24, w.Now.Sub(begun).Hours(), 2, "as long as any letter is tried")
	require.Len(t, w.Outgoing(db.OutgoingRefused), 1)
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(ada)
		require.NoError(t, err)
		bounces, err := tx.Bounces(p.ID, begun)
		require.Empty(t, bounces)
		return err
	}))
}
