package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// muffled is a Courier to a server that never answers messages to some readers, for which it
// is waited as package smtp does, and hangs up on one.
type muffled struct{}

func (muffled) Send(ctx context.Context, e mail.Envelope) error {
	switch {
	case strings.HasPrefix(e.To, "silent"):
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute * []time.Duration{1, 5, 10}[min(e.Unanswered, 2)]):
			return fmt.Errorf("the letter was not taken: %w", mail.ErrUnanswered)
		}
	case e.To == "cut@x.test":
		return errors.New("the connection broke")
	}
	return nil
}

func (muffled) Close() error { return nil }

// As many messages as may be on their way are never answered, and are waited for longer each
// time that they are tried; and one that breaks off is the last that was tried. Nobody
// else's waits for longer than the first time takes, and to see that others get through.
func TestMessagesThatAreNeverAnsweredDelayNobody(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	onVirtual(t, []int{1, 2, 4}, func(t *testing.T, w *world) {
		began := w.Now
		for n := range w.Server.Connections {
			w.queue(t, db.ClassGame, 1, fmt.Sprintf("silent%d@x.test", n))
		}
		stop := w.runs(t, muffled{})
		const messages = 200
		for n := range messages {
			time.Sleep(10 * time.Second)
			if n == 20 {
				w.queue(t, db.ClassGame, 1, "cut@x.test")
			}
			w.queue(t, db.ClassGame, 1, fmt.Sprintf("ada%d@x.test", n))
		}
		time.Sleep(70 * time.Second)
		stop()
		sent := w.Outgoing(db.OutgoingSent)
		require.Len(t, sent, messages)
		for _, o := range sent {
			require.Less(t, o.SentAt.Sub(o.CreatedAt), 70*time.Second, "%s, queued after %v", o.Recipient, o.CreatedAt.Sub(began))
		}
		for _, o := range w.Outgoing(db.OutgoingQueued) {
			require.GreaterOrEqual(t, o.Attempts, 3, "%s is tried all the same: %s", o.Recipient, o.Remark)
		}
	})
}

// holding is a Courier to a server that answers no letter a second time, until the end.
type holding struct {
	end chan struct{}

	mu         sync.Mutex
	slow, most int // messages that wait, and how many did at a time
}

func (h *holding) Send(ctx context.Context, e mail.Envelope) error {
	if e.Unanswered == 0 {
		return nil
	}
	h.add(1)
	defer h.add(-1)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-h.end:
		return nil
	}
}

func (h *holding) add(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slow += n
	h.most = max(h.most, h.slow)
}

func (*holding) Close() error { return nil }

// Of messages that were never answered before as many are claimed as leave half of the room,
// also where they are the first that are due.
func TestSlowMessagesLeaveRoom(t *testing.T) {
	t.Parallel()
	for connections, slow := range map[int]int{1: 1, 2: 1, 4: 2, 5: 2} {
		w := newWorld(t)
		u := &unheard{}
		for n := range 3 {
			w.queue(t, db.ClassGame, 1, fmt.Sprintf("a%d@x.test", n))
			_, err := w.Server.DeliverNext(context.Background(), u)
			require.ErrorIs(t, err, mail.ErrUnanswered)
		}
		w.Now = w.Now.Add(time.Hour)
		w.queue(t, db.ClassGame, 1, "c@x.test")
		w.Server.Connections = connections
		h := &holding{end: make(chan struct{})}
		stop := w.runs(t, h)
		w.sentAll(t, 1)
		require.Equal(t, "c@x.test", w.Outgoing(db.OutgoingSent)[0].Recipient)
		h.mu.Lock()
		require.LessOrEqual(t, h.most, slow)
		h.mu.Unlock()
		close(h.end)
		w.sentAll(t, 4)
		stop()
	}
}

// What keeps us from noting that a message was once more not answered is told by the loop.
func TestThatSilenceCannotBeNotedIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue(t, db.ClassGame, 1, "a@x.test")
	u := &unheard{}
	_, err := w.Server.DeliverNext(context.Background(), u)
	require.ErrorIs(t, err, mail.ErrUnanswered)
	w.Now = w.Now.Add(time.Hour)
	dbtest.Execute(t, w.Where, `CREATE TRIGGER stuck BEFORE UPDATE OF unheard ON outbox BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
	failed := w.Hears(1, server.Failed, "deliver")
	stop := w.runs(t, u)
	select {
	case <-failed:
	case <-time.After(patience):
		require.Fail(t, "nothing is told")
	}
	stop()
}

// silentUntil is a Courier to a server that answers nobody before a moment, and everybody
// at once from then on.
type silentUntil struct{ at time.Time }

func (s silentUntil) Send(ctx context.Context, e mail.Envelope) error {
	if time.Now().Before(s.at) {
		e.To = "silent"
	}
	return muffled{}.Send(ctx, e)
}

func (silentUntil) Close() error { return nil }

// onVirtual runs a test with as many connections each time, on the bubble's time.
func onVirtual(t *testing.T, numbers []int, test func(t *testing.T, w *world)) {
	for _, connections := range numbers {
		t.Run(fmt.Sprint(connections), func(t *testing.T) {
			newWorld(t) // what is made once for all tests is made outside
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				began, from := w.Now, time.Now()
				w.DB.Now = func() time.Time { return began.Add(time.Since(from)) }
				w.Server.Connections = connections
				test(t, w)
			})
		})
	}
}

// Messages that were never answered wait for no timer when they are answered.
func TestMessagesThatWereNeverAnsweredGoAtOnce(t *testing.T) {
	t.Parallel()
	onVirtual(t, []int{1, 2, 4}, func(t *testing.T, w *world) {
		const messages = 100
		for n := range messages {
			w.queue(t, db.ClassGame, 1, fmt.Sprintf("ada%d@x.test", n))
			_, err := w.Server.DeliverNext(t.Context(), &unheard{})
			require.ErrorIs(t, err, mail.ErrUnanswered)
		}
		time.Sleep(time.Hour)
		stop := w.runs(t, muffled{})
		time.Sleep(3 * time.Second)
		require.Len(t, w.Outgoing(db.OutgoingSent), messages)
		stop()
	})
}

// While a server answers nobody it is asked more and more rarely, also where nothing is due
// between, and messages end that were never answered before.
func TestTheBackOffIsKept(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	onVirtual(t, []int{2}, func(t *testing.T, w *world) {
		var failed time.Time
		var pauses []time.Duration
		pulses := 0
		w.Server.Observe = func(o handler.Observation) {
			switch {
			case o.Label != "deliver":
			case o.What == server.Failed:
				failed, pulses = time.Now(), 0
			case o.What == server.Pulse && !failed.IsZero():
				if pulses++; pulses == 2 { // before the pause, and after it
					pauses = append(pauses, time.Since(failed))
				}
			}
		}
		stop := w.runs(t, silentUntil{time.Now().Add(time.Hour)})
		for n := range 30 {
			w.queue(t, db.ClassGame, 1, fmt.Sprintf("ada%d@x.test", n))
			time.Sleep(2 * time.Minute)
		}
		time.Sleep(2 * time.Hour)
		stop()
		require.Len(t, w.Outgoing(db.OutgoingSent), 30)
		require.Greater(t, len(pauses), 8)
		for _, p := range pauses[8:] {
			require.GreaterOrEqual(t, p, 30*time.Second)
		}
	})
}
