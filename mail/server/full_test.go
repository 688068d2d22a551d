package server_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

// While a player's mailbox is full, the opponent is told after a day, once, and what the clocks do; and
// again only after a message has arrived in between.
func TestTheOpponentIsToldThatAMailboxStaysFull(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "Bob's mailbox is full", "fr": "la boîte de messagerie est pleine", "it": "è piena", "de": "ist voll"} {
		w := newWorld(t)
		w.Begin("rooya")
		w.Reply(ada, "lang "+lang)
		require.NoError(t, w.Deliver(sender{}))
		full := sender{bob: fmt.Errorf("%w: 552 5.2.2 no room", mail.ErrMailboxFull)}
		told := func() (out []db.Outgoing) {
			for _, state := range []db.OutgoingState{db.OutgoingQueued, db.OutgoingSent} {
				for _, o := range w.Outgoing(state) {
					if o.Kind == "unreached" {
						out = append(out, o)
					}
				}
			}
			return out
		}
		w.Send(post{From: ada, Body: "#1 a1", Proven: true})
		passes := func(span time.Duration) {
			for end := w.Now.Add(span); w.Now.Before(end); w.Now = w.Now.Add(time.Hour) {
				require.NoError(t, w.Deliver(full))
			}
		}
		passes(23 * time.Hour)
		require.Empty(t, told())
		passes(3 * time.Hour)
		require.Len(t, told(), 1, lang)
		note := told()[0]
		require.Equal(t, ada, note.Recipient)
		require.EqualValues(t, 1, note.Thread)
		require.NotContains(t, string(note.Raw), "From: bob")
		text := servertest.ReadStored(t, note.Raw)
		require.Contains(t, text.Text, want)
		require.Contains(t, text.Text, "Rooya #1")
		passes(6 * 24 * time.Hour)
		require.Len(t, told(), 1, "once")
		require.Equal(t, "none", string(w.Game(1).Result))

		w.Send(post{From: bob, Body: "board", Proven: true})
		require.NoError(t, w.Deliver(sender{}))
		w.Send(post{From: ada, Body: "#1 history\nsay hello", Proven: true})
		passes(26 * time.Hour)
		require.Len(t, told(), 2, "a message has arrived since")
	}
}

// A player who has no running game with a person, or wants no messages, is no news to anybody; nor is
// another reason than a full mailbox.
func TestWhoseFullMailboxIsNoNews(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	require.NoError(t, w.Deliver(sender{}))
	count := len(w.Outgoing(db.OutgoingSent))
	w.Reply(ada, "b1")
	for range 30 {
		require.NoError(t, w.Deliver(sender{bob: fmt.Errorf("%w: 451 4.3.0 later", mail.ErrDeferred), ada: mail.ErrDeferred}))
		w.Now = w.Now.Add(time.Hour)
	}
	require.Len(t, w.Outgoing(db.OutgoingSent), count)
	w.Reply(bob, "resign")
	w.Reply(bob, "help")
	for range 30 {
		require.NoError(t, w.Deliver(sender{bob: mail.ErrMailboxFull}))
		w.Now = w.Now.Add(time.Hour)
	}
	for _, o := range w.Outgoing(db.OutgoingSent) {
		require.NotEqual(t, "unreached", o.Kind)
	}
}

// A report that a message came back from a full mailbox, as a smarthost sends it, is told too.
func TestAReportOfAFullMailbox(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Reply(ada, "b1")
	require.NoError(t, w.Deliver(sender{}))
	var last db.Outgoing
	for _, o := range w.Outgoing(db.OutgoingSent) {
		if o.Recipient == bob {
			last = o
		}
	}
	for n, status := range []string{"5.1.1", "5.2.2", "4.2.2"} {
		w.Now = w.Now.Add(time.Minute)
		out := w.Bring(bytes.Replace(failed(last.Sender, bob, "<"+last.MessageID+">", n), []byte("5.1.1"), []byte(status), 1))
		if status != "5.2.2" {
			require.Empty(t, out, "it is no full mailbox, or is told already")
			continue
		}
		require.Len(t, out, 1)
		require.Contains(t, out[0].Text, "was returned, because the mailbox is")
	}
}
