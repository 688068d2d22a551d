package server_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/server"
)

// counter is a Courier to a server that answers when it has enough messages at once,
// or is told to.
type counter struct {
	enough int
	silent string // a reader whose messages are never answered

	mu        sync.Mutex
	here      map[string]int // by reader
	most      int
	crossed   bool // two letters to one reader at a time
	sent      []string
	full, end chan struct{}
}

func newCounter(enough int) *counter {
	return &counter{enough: enough, here: map[string]int{}, full: make(chan struct{}), end: make(chan struct{})}
}

func (c *counter) Send(ctx context.Context, e mail.Envelope) error {
	c.mu.Lock()
	c.here[e.To]++
	c.crossed = c.crossed || c.here[e.To] > 1
	n := 0
	for _, of := range c.here {
		n += of
	}
	c.most = max(c.most, n)
	if n == c.enough {
		close(c.full)
		c.full = make(chan struct{})
	}
	full := c.full
	c.mu.Unlock()
	if n < c.enough || e.To == c.silent {
		if e.To == c.silent {
			full = nil
		}
		select {
		case <-full:
		case <-c.end:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.here[e.To]--
	c.sent = append(c.sent, e.To)
	return nil
}

func (*counter) Close() error { return nil }

func (c *counter) count(to string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.sent {
		if s == to {
			n++
		}
	}
	return n
}

// nowhere is an Inbox without mails.
type nowhere struct{}

func (nowhere) Name() string                   { return "nowhere" }
func (nowhere) Wait(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
func (nowhere) Close() error                   { return nil }
func (nowhere) Collect(context.Context, func(context.Context, ...mail.ArrivedMail) error) (int, error) {
	return 0, nil
}

// runs runs the loops of a world until stop, which waits for their end.
func (w *world) runs(t *testing.T, courier mail.Courier) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Server.Run(ctx, nowhere{}, courier) }()
	stop = sync.OnceFunc(func() { cancel(); require.NoError(t, <-ended) })
	t.Cleanup(stop)
	return stop
}

// queue queues so many messages to each of some readers, each in a thread of its own.
func (w *world) queue(t *testing.T, class db.MessageClass, messages int, readers ...string) {
	t.Helper()
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		for _, to := range readers {
			p, err := tx.AddPlayer(to, to, "P")
			require.NoError(t, err)
			for n := range messages {
				o := db.Outgoing{Player: p.ID, Thread: int64(1000 + n), Kind: "turn", MessageID: fmt.Sprintf("%s.%d", to, n), Sender: "games@demo.test", Recipient: to, Raw: []byte("x")}
				_, err := tx.EnqueueAs(o, class)
				require.NoError(t, err)
			}
		}
		return nil
	}))
}

func (w *world) sentAll(t *testing.T, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return len(w.Outgoing(db.OutgoingSent)) >= n }, patience, 5*time.Millisecond)
}

// Four messages are on their way at a time, never two to one reader; and the budget
// holds to the message.
func TestSeveralMessagesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Server.Connections = 4
	w.queue(t, db.ClassGame, 3, "a@x.test", "b@x.test", "c@x.test", "d@x.test")
	c := newCounter(4)
	stop := w.runs(t, c)
	w.sentAll(t, 4)
	require.Eventually(t, func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.sent) >= 4 }, patience, time.Millisecond)
	c.mu.Lock()
	close(c.end) // those that are left need not come all at once
	c.mu.Unlock()
	w.sentAll(t, 12)
	stop()
	require.Equal(t, 4, c.most)
	require.False(t, c.crossed, "one letter at a time for one reader")
}

// What is due at once is claimed in one commit, as far as it can be sent.
func TestMessagesAreClaimedTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Server.Connections = 4
	var claims atomic.Int32
	w.Server.Step = func(step string) {
		if step == "claimed" {
			claims.Add(1)
		}
	}
	w.queue(t, db.ClassGame, 1, "a@x.test", "b@x.test", "c@x.test", "d@x.test")
	stop := w.runs(t, newCounter(4))
	w.sentAll(t, 4)
	stop()
	require.EqualValues(t, 1, claims.Load())
}

// A message that was claimed when we are stopped is not begun, and waits as if it had not been.
func TestAStopBeforeAMessageIsBegun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue(t, db.ClassGame, 1, "a@x.test")
	before := w.Outgoing(db.OutgoingQueued)[0]
	ctx, stop := context.WithCancel(t.Context())
	w.Server.Step = func(step string) {
		if step == "claimed" {
			stop()
		}
	}
	c := newCounter(1)
	some, err := w.Server.DeliverNext(ctx, c)
	require.NoError(t, err)
	require.True(t, some)
	require.ErrorIs(t, ctx.Err(), context.Canceled)
	require.Empty(t, c.sent)
	after := w.Outgoing(db.OutgoingQueued)[0]
	require.Equal(t, before.Attempts, after.Attempts)
	require.Equal(t, before.Remark, after.Remark)
	w.Server.Step = nil
	_, err = w.Server.DeliverNext(t.Context(), c)
	require.NoError(t, err)
	require.Equal(t, []string{"a@x.test"}, c.sent)
}

// However many messages to programs wait, a digest goes before them, and the last of them
// goes too.
func TestMessagesToProgramsDelayNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Server.Connections = 1
	w.queue(t, db.ClassProgram, 20, "bot@x.test", "robo@x.test")
	w.queue(t, db.ClassStranger, 1, "new@x.test")
	w.queue(t, db.ClassDigest, 1, "ada@x.test")
	c := newCounter(1)
	stop := w.runs(t, c)
	w.sentAll(t, 42)
	stop()
	require.Equal(t, []string{"ada@x.test", "new@x.test"}, c.sent[:2])
}

func TestTheBudgetHoldsForMessagesAtOnce(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for name, c := range map[string]struct {
		budget server.SendingBudget
		class  db.MessageClass
		want   int
	}{
		"a minute":  {server.SendingBudget{Minute: 2}, db.ClassGame, 2},
		"newcomers": {server.SendingBudget{Newcomers: 3}, db.ClassStranger, 3},
		"strangers": {server.SendingBudget{Strangers: 1}, db.ClassStranger, 1},
		"programs":  {server.SendingBudget{Day: 40}, db.ClassProgram, 4},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Server.Connections, w.Server.Budget = 4, c.budget
			w.queue(t, c.class, 1, "a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
			courier := newCounter(c.want)
			begun := w.Hears(100, server.Pulse, "deliver")
			stop := w.runs(t, courier)
			w.sentAll(t, c.want)
			for len(begun) > 0 {
				<-begun
			}
			for range 2 { // it looks for more
				<-begun
			}
			stop()
			require.Len(t, w.Outgoing(db.OutgoingSent), c.want)
			require.LessOrEqual(t, courier.most, c.want)
		})
	}
}

// A message that is never answered holds up its reader's, and nobody else's.
func TestAMessageThatIsNeverAnswered(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Server.Connections = 2
	w.queue(t, db.ClassGame, 5, "silent@x.test", "b@x.test", "c@x.test")
	c := newCounter(1)
	c.silent = "silent@x.test"
	stop := w.runs(t, c)
	w.sentAll(t, 10)
	require.Zero(t, c.count("silent@x.test"))
	stop() // which breaks it off
	require.Len(t, w.Outgoing(db.OutgoingSent), 10)
	require.False(t, slices.ContainsFunc(w.Outgoing(db.OutgoingQueued), func(o db.Outgoing) bool { return o.Attempts > 0 }), "that we stopped is no try")
}

// unheard is a Courier whose server takes messages and says nothing.
type unheard struct{ tries []int }

func (u *unheard) Send(_ context.Context, e mail.Envelope) error {
	u.tries = append(u.tries, e.Unanswered)
	if len(u.tries) < 4 {
		return fmt.Errorf("the letter was not taken: %w", mail.ErrUnanswered)
	}
	return nil
}

func (*unheard) Close() error { return nil }

// A message that was said to its end without an answer is tried again, and its courier
// knows how often that was.
func TestAMessageThatMayHaveBeenTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue(t, db.ClassGame, 1, "a@x.test")
	u := &unheard{}
	for n := range 3 {
		_, err := w.Server.DeliverNext(context.Background(), u)
		require.Equal(t, n == 0, errors.Is(err, mail.ErrUnanswered), "%v", err)
		w.Now = w.Now.Add(time.Hour)
	}
	_, err := w.Server.DeliverNext(context.Background(), u)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, 3}, u.tries)
	require.Len(t, w.Outgoing(db.OutgoingSent), 1)
}
