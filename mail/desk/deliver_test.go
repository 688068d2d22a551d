package desk_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
)

// sender is a Courier that says of each recipient what the map does.
type sender map[string]error

func (s sender) Send(_ context.Context, e mail.Envelope) error { return s[e.To] }
func (s sender) Close() error                                  { return nil }

// deliver sends everything that is due, and returns what went wrong.
func (w *world) deliver(c mail.Courier) (failed error) {
	w.t.Helper()
	for range 100 {
		worked, err := w.desk.DeliverNext(context.Background(), c)
		failed = errors.Join(failed, err)
		if !worked {
			return failed
		}
	}
	require.FailNow(w.t, "delivery does not end")
	return nil
}

// outgoing lists the letters out that are in a state.
func (w *world) outgoing(state string) (out []db.Outgoing) {
	w.t.Helper()
	require.NoError(w.t, w.db.View(context.Background(), func(tx *db.Tx) (err error) { out, err = tx.Outgoing(state); return err }))
	return out
}

func refuse(address string) sender {
	return sender{address: fmt.Errorf("%w: no such person", mail.ErrRefused)}
}

func TestAnInvitationThatCannotBeDelivered(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya\nchallenge cleo@example.org turro")
	require.NoError(t, w.deliver(refuse(bob)))
	letters := w.work()
	require.Empty(t, letters, "it was delivered at once")
	require.Equal(t, db.InvitationExpired, w.invitation(1).State)
	require.Equal(t, db.InvitationOpen, w.invitation(2).State, "another's invitation stands")
	require.Len(t, w.outgoing(db.OutgoingRefused), 1)
	sent := w.outgoing(db.OutgoingSent)
	l := readLetter(t, sent[len(sent)-1].Raw)
	require.Contains(t, l.Get("To"), ada)
	require.Contains(t, l.Get("Subject"), "Le Rooya #1")
	require.Contains(t, l.Text, "Your invitation could not be delivered, ")
	require.Contains(t, l.Text, "(bob@example.org)")
}

// Two invitations in one letter belong to no thread, and both end with it.
func TestTwoInvitationsInOneLetterThatCannotBeDelivered(t *testing.T) {
	w := newWorld(t)
	w.proven(bob, "help")
	w.proven(ada, "challenge bob@example.org rooya\nchallenge bob@example.org turro")
	require.NoError(t, w.deliver(refuse(bob)))
	for id := range int64(2) {
		require.Equal(t, db.InvitationExpired, w.invitation(id+1).State)
	}
}

func TestAnInvitationThatIsGivenUp(t *testing.T) {
	w := newWorld(t)
	w.proven(ada, "challenge bob@example.org rooya")
	away := sender{bob: errors.New("nobody there")}
	require.ErrorContains(t, w.deliver(away), "nobody there")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	for range 2 {
		w.now = w.now.Add(3 * 24 * time.Hour)
		require.ErrorContains(t, w.deliver(away), "nobody there")
	}
	require.Equal(t, db.InvitationExpired, w.invitation(1).State)
	refused := w.outgoing(db.OutgoingRefused)
	require.Len(t, refused, 1)
	require.Contains(t, refused[0].Remark, "given up")
	require.Zero(t, w.counted(bobID), "the address may be good")
	sent := w.outgoing(db.OutgoingSent)
	require.Contains(t, readLetter(t, sent[len(sent)-1].Raw).Text, "could not be delivered")
}

// A letter about a running game, or about an invitation that arrived, ends
// nothing.
func TestOtherRefusedLettersEndNothing(t *testing.T) {
	w := theGame(t)
	w.proven(ada, "challenge cleo@example.org rooya")
	require.NoError(t, w.deliver(sender{}))
	w.reply(ada, "#1 b1")
	w.proven("cleo@example.org", "games")
	before := len(w.outgoing(db.OutgoingSent))
	require.NoError(t, w.deliver(sender{bob: mail.ErrRefused, "cleo@example.org": mail.ErrRefused}))
	require.Len(t, w.outgoing(db.OutgoingRefused), 2)
	require.Len(t, w.outgoing(db.OutgoingSent), before+1, "Ada's own answer; of one letter that came back nobody is told")
	require.False(t, w.game(1).Over())
	require.Equal(t, db.InvitationOpen, w.invitation(2).State)
}

// A letter that is deferred holds up those of its own thread, and no others.
func TestADeferredLetterWaitsAlone(t *testing.T) {
	w := theGame(t)
	require.NoError(t, w.deliver(sender{}))
	before := len(w.outgoing(db.OutgoingSent))
	w.send(post{from: bob, body: "history", answers: w.last(bob)})
	w.send(post{from: bob, body: "history", answers: w.last(bob)})
	w.proven("cleo@example.org", "help")
	later := sender{bob: fmt.Errorf("%w: greylisted", mail.ErrDeferred)}
	require.NoError(t, w.deliver(later))
	require.Len(t, w.outgoing(db.OutgoingSent), before+1)
	waiting := w.outgoing(db.OutgoingQueued)
	require.Len(t, waiting, 2)
	require.Equal(t, 1, waiting[0].Attempts)
	require.True(t, waiting[0].DueAt.After(w.now))
	require.Zero(t, waiting[1].Attempts)
	require.NoError(t, w.db.View(context.Background(), func(tx *db.Tx) error {
		due, err := tx.Due()
		require.False(t, due, "nothing is looked for before")
		return err
	}))
	w.now = w.now.Add(5*24*time.Hour + time.Minute)
	for range 4 { // three times each, the second from where the first ends
		require.NoError(t, w.deliver(later))
		w.now = w.now.Add(2 * time.Hour)
	}
	require.NoError(t, w.deliver(later))
	refused := w.outgoing(db.OutgoingRefused)
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

// A stop while the server is about to take a letter waits for its answer, a
// moment; a letter that was not begun is left.
func TestALetterBeingSentWhenWeStop(t *testing.T) {
	for _, c := range []struct {
		name        string
		takes, ends time.Duration
		early       bool // stopped before it is sent
		state       string
	}{
		{"taken", 900 * time.Millisecond, 900 * time.Millisecond, false, db.OutgoingSent},
		{"a server that is silent", time.Hour, time.Second, false, db.OutgoingQueued},
		{"not begun", 0, 0, true, db.OutgoingQueued},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.send(post{from: ada, body: "help"})
			synctest.Test(t, func(t *testing.T) {
				w := *w
				ctx, stop := context.WithCancel(context.Background())
				w.desk.Step = func(name string) {
					if c.early && name == "claimed" {
						stop()
					}
				}
				begun := time.Now()
				_, err := w.desk.DeliverNext(ctx, slow{c.takes, stop})
				require.Equal(t, c.ends, time.Since(begun))
				require.Equal(t, c.state != db.OutgoingSent, errors.Is(err, context.Canceled), "%v", err)
			})
			letters := w.outgoing(c.state)
			require.Len(t, letters, 1)
			require.False(t, letters[0].DueAt.After(w.now), "it is the first of the next start")
		})
	}
}
