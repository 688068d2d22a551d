package server_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

// What the smarthost says of a message decides whether it is tried again and when, whether that counts, and
// whether another message may go at once.
func TestWhatBecomesOfAMessage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		says     error
		state    db.OutgoingState
		attempts int
		unheard  int
		due      time.Duration // until it is tried again, up to a tenth more or less
		fails    bool          // the loop pauses
		others   bool          // another message goes at once
	}{
		{name: "taken", state: db.OutgoingSent, attempts: 1, others: true},
		{name: "refused", says: mail.ErrRefused, state: db.OutgoingRefused, attempts: 1, others: true},
		{name: "deferred", says: mail.ErrDeferred, state: db.OutgoingQueued, attempts: 1, due: time.Minute, others: true},
		{name: "not answered", says: mail.ErrUnanswered, state: db.OutgoingQueued, attempts: 1, unheard: 1, due: time.Minute, fails: true, others: true},
		{name: "broken off", says: errors.New("connection reset"), state: db.OutgoingQueued, attempts: 1, due: time.Minute, fails: true, others: true},
		{name: "the login is refused", says: mail.ErrAccount, state: db.OutgoingQueued, fails: true, others: true},
		{name: "nothing more for now", says: mail.ErrLimited, state: db.OutgoingQueued, attempts: 1, due: time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Send(post{From: ada, Body: "help"})
			w.Send(post{From: bob, Body: "help"})
			says := sender{ada: c.says}
			if c.says != nil {
				says[ada] = fmt.Errorf("%w: 4.7.1 so it says", c.says)
			}
			worked, err := w.Server.DeliverNext(t.Context(), says)
			require.True(t, worked)
			require.Equal(t, c.fails, err != nil, "%v", err)
			all := w.Outgoing(c.state)
			out := all[0]
			require.Equal(t, ada, out.Recipient)
			require.Equal(t, [2]int{c.attempts, c.unheard}, [2]int{out.Attempts, timesUnheard(w, out.ID)})
			if c.state == db.OutgoingQueued {
				require.InDelta(t, c.due.Seconds(), out.DueAt.Sub(w.Now).Seconds(), c.due.Seconds()/10)
				require.Contains(t, out.Remark, "so it says")
			}
			if c.due == 0 && c.state == db.OutgoingQueued {
				return // it goes first again
			}
			worked, err = w.Server.DeliverNext(t.Context(), says)
			require.NoError(t, err)
			require.Equal(t, c.others, worked)
		})
	}
}

// timesUnheard is how often a message was not answered.
func timesUnheard(w *world, id int64) (times int) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&times) }, `SELECT unheard FROM outbox WHERE id = ?`, id)
	}))
	return times
}

// A message that was never answered is tried again later each time, and one that was deferred too; tries for
// which the account is to blame count for nothing.
func TestTriesOfAMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	for i, c := range []struct {
		says     error
		attempts int
		due      time.Duration
	}{
		{mail.ErrUnanswered, 1, time.Minute}, {mail.ErrDeferred, 2, 5 * time.Minute}, {mail.ErrAccount, 2, 0}, {mail.ErrDeferred, 3, 15 * time.Minute},
		{mail.ErrUnanswered, 4, 30 * time.Minute}, {mail.ErrDeferred, 5, time.Hour}, {mail.ErrDeferred, 6, time.Hour},
	} {
		worked, _ := w.Server.DeliverNext(t.Context(), sender{ada: fmt.Errorf("%w: once more", c.says)})
		require.True(t, worked, i)
		out := w.Outgoing(db.OutgoingQueued)[0]
		require.Equal(t, c.attempts, out.Attempts, i)
		require.InDelta(t, c.due.Seconds(), out.DueAt.Sub(w.Now).Seconds(), c.due.Seconds()/10, i)
		w.Now = out.DueAt
	}
	require.Equal(t, 2, timesUnheard(w, w.Outgoing(db.OutgoingQueued)[0].ID))
}

// A message is given up when it is older than five days and was tried three times, and not before.
func TestWhenAMessageIsGivenUp(t *testing.T) {
	t.Parallel()
	const days = 5 * 24 * time.Hour
	for _, c := range []struct {
		name  string
		tries int // before the last
		age   time.Duration
		state db.OutgoingState
	}{
		{"old, and tried once more", 1, days + time.Minute, db.OutgoingQueued},
		{"old, and tried three times", 2, days + time.Minute, db.OutgoingRefused},
		{"of five days", 2, days, db.OutgoingQueued},
		{"young, and tried often", 4, 2 * time.Hour, db.OutgoingQueued},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Send(post{From: ada, Body: "help"})
			begun := w.Now
			later := sender{ada: mail.ErrDeferred}
			for range c.tries {
				require.NoError(t, w.Deliver(later))
				w.Now = w.Outgoing(db.OutgoingQueued)[0].DueAt
			}
			w.Now = begun.Add(c.age)
			require.NoError(t, w.Deliver(later))
			require.Len(t, w.Outgoing(c.state), 1)
		})
	}
}

// A daemon that is stopped before it begins with a message that it has claimed puts it back, untried.
func TestAMessageThatIsClaimedAndNotBegunIsPutBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Send(post{From: ada, Body: "help"})
	ctx, stop := context.WithCancel(t.Context())
	w.Server.Step = func(step string) {
		if step == "claimed" {
			stop()
		}
	}
	_, err := w.Server.DeliverNext(ctx, sender{ada: errors.New("it must not be sent")})
	require.NoError(t, err)
	out := w.Outgoing(db.OutgoingQueued)[0]
	require.Zero(t, out.Attempts)
	require.False(t, out.DueAt.After(w.Now))
	w.Server.Step = nil
	require.NoError(t, w.Deliver(sender{}))
	require.Len(t, w.Outgoing(db.OutgoingSent), 1)
}

// A message in that cannot be answered is tried three times and then set aside; one at which the program
// dies, ten times. The one behind it is answered.
func TestSetAsideAfterSoManyAttempts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		step  string
		fails func()
		tries int
	}{
		{"it fails", "read", func() { panic("always") }, 3},
		{"the program dies", "counted", func() { panic("dead") }, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Keep(w.Raw(post{From: ada, Body: "help"}))
			w.Keep(w.Raw(post{From: bob, Body: "help"}))
			tries := 0
			w.Server.Step = func(step string) {
				if state, _ := w.Settled(1); step == c.step && state == db.IncomingNew && tries < 20 {
					tries++
					c.fails()
				}
			}
			for range 30 {
				func() {
					defer func() { _ = recover() }()
					_, _ = w.Server.AnswerNext(t.Context())
				}()
				if state, _ := w.Settled(1); state == db.IncomingNew {
					require.LessOrEqual(t, tries, c.tries)
				}
			}
			require.Equal(t, c.tries, tries)
			state, _ := w.Settled(1)
			require.Equal(t, db.IncomingFailed, state)
			w.Server.Step = nil
			require.Len(t, w.Work(), 1)
		})
	}
}
