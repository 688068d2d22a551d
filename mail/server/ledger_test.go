package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/consistency"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
	"turnpost/rules/all"
)

// ledger is all that a database tells of messages and games.
type ledger struct {
	in     []db.Incoming
	out    []db.Outgoing // sent, refused and queued
	offers []db.Invitation
	games  []db.Game
	plies  map[int64][]db.PlayedPly
	faults []consistency.Fault
}

// beside opens the database beside its daemons, as soon as it answers: a cluster may have no
// primary for a moment.
func (s station) beside(t *testing.T) *db.DB {
	t.Helper()
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		d, err := db.Open(context.Background(), s.Database)
		if err == nil {
			return d
		}
		require.True(t, db.Transient(err) && time.Since(began) < patience, "%v", err)
	}
}

// readLedger opens the database beside the daemon, if one runs.
func (s station) readLedger(t *testing.T) *ledger {
	t.Helper()
	d := s.beside(t)
	defer d.Close()
	if s.now != nil {
		d.Now = s.now // what it holds is of that clock
	}
	l := &ledger{plies: map[int64][]db.PlayedPly{}}
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) (err error) {
		if l.in, err = tx.ListIncoming("", -1); err != nil {
			return err
		}
		slices.Reverse(l.in)
		l.offers = numbered(t, tx.Invitation)
		for _, state := range []db.OutgoingState{db.OutgoingSent, db.OutgoingRefused, db.OutgoingQueued} {
			out, err := tx.Outgoing(state)
			require.NoError(t, err)
			l.out = append(l.out, out...)
		}
		return dbtest.EachGame(tx, func(g db.Game) (err error) {
			l.games = append(l.games, g)
			l.plies[g.ID], err = tx.Plies(g.ID)
			return err
		})
	}))
	checker, err := handler.New(handler.ServerIdentity{Address: s.Robot}, d, all.Games(), servertest.Words(t), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	l.faults, err = consistency.Check(context.Background(), checker.Club, d, consistency.Options{})
	require.NoError(t, err)
	return l
}

// numbered gets the rows from number 1 on, as far as there are any. PostgreSQL
// leaves out the numbers of transactions that it rolled back.
func numbered[T any](t *testing.T, get func(id int64) (T, error)) (all []T) {
	t.Helper()
	for id, gap := int64(1), 0; gap < 500; id++ {
		row, err := get(id)
		if errors.Is(err, db.ErrNotFound) {
			gap++
			continue
		}
		require.NoError(t, err)
		all, gap = append(all, row), 0
	}
	return all
}

// undone counts the messages that wait: in the server's mailbox, to be played,
// and to be sent.
func (s station) undone(t *testing.T, box *mailbox, d *db.DB) (waiting int) {
	t.Helper()
	require.NoError(t, box.client.Noop().Wait())
	n, err := box.count("INBOX")
	require.NoError(t, err)
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) error {
		out, err := tx.Outgoing(db.OutgoingQueued)
		waiting = int(n) + len(out)
		if err != nil {
			return err
		}
		// Whatever they are dated: one may have come since this look began.
		in, err := tx.ListIncoming(db.IncomingNew, -1)
		waiting += len(in)
		return err
	}))
	return waiting
}

// settle waits until nothing is left to be done.
func (s station) settle(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	d := s.beside(t)
	defer d.Close()
	box, err := s.person(s.User).open(ctx)
	require.NoError(t, err)
	defer box.close()
	for s.undone(t, box, d) > 0 {
		select {
		case <-ctx.Done():
			require.FailNow(t, "letters are left undone")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// checkDelivery holds the outbox against what lies in the players' mailboxes:
// every message is there, copies have its bytes, and there is no other.
func (l *ledger) checkDelivery(t *testing.T, bots ...*scriptedPlayer) {
	t.Helper()
	type answer struct{ letter, player int64 }
	answers := map[answer]bool{}
	byID := map[string]db.Outgoing{}
	for _, o := range l.out {
		require.Equal(t, db.OutgoingSent, o.State, "letter %d: %s", o.ID, o.Remark)
		require.NotContains(t, byID, o.MessageID)
		byID[o.MessageID] = o
		// One letter in gives at most one letter out to each player.
		require.NotContains(t, answers, answer{o.Answers, o.Player})
		answers[answer{o.Answers, o.Player}] = true
	}
	arrived := 0
	for _, b := range bots {
		arrived += len(b.messages) + b.doubted
		for _, r := range append(append([]received(nil), b.messages...), b.copies...) {
			o, ok := byID[r.id()]
			require.True(t, ok, "%s has a letter that was never sent: %s", b.name, r.id())
			require.Equal(t, b.address, o.Recipient)
			require.True(t, bytes.HasSuffix(r.raw, servertest.Whole(t, o.Raw)), "letter %d has changed on its way", o.ID)
		}
	}
	require.Equal(t, len(l.out), arrived)
}

// checkPlies holds the plies against what the bots sent.
func (l *ledger) checkPlies(t *testing.T, bots ...*scriptedPlayer) {
	t.Helper()
	require.Empty(t, l.faults)
	sent := map[int64]map[int]string{}
	for _, g := range l.games {
		sent[g.ID] = map[int]string{}
	}
	for _, b := range bots {
		for _, r := range b.sent {
			for i, m := range r.moves {
				require.NotContains(t, sent[r.game], r.ply+i)
				sent[r.game][r.ply+i] = string(m)
			}
		}
	}
	for _, g := range l.games {
		require.Len(t, l.plies[g.ID], len(sent[g.ID]), "game %d", g.ID)
		for i, p := range l.plies[g.ID] {
			require.Equal(t, sent[g.ID][i], p.Move, "game %d, ply %d", g.ID, i+1)
		}
	}
	for _, in := range l.in {
		require.Equal(t, db.IncomingDone, in.State, "letter %d: %s", in.ID, in.Remark)
	}
}
