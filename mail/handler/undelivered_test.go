package handler_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

func TestAnInvitationThatCannotBeDelivered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya\nchallenge cleo@example.org turro")
	require.NoError(t, w.Deliver(servertest.RefuseRecipient(bob)))
	messages := w.Work()
	require.Empty(t, messages, "it was delivered at once")
	require.Equal(t, db.InvitationExpired, w.invitation(1).State)
	require.Equal(t, db.InvitationOpen, w.invitation(2).State, "another's invitation stands")
	require.Len(t, w.Outgoing(db.OutgoingRefused), 1)
	sent := w.Outgoing(db.OutgoingSent)
	l := servertest.ReadMessage(t, servertest.Whole(t, sent[len(sent)-1].Raw))
	require.Contains(t, l.Get("To"), ada)
	require.Contains(t, l.Get("Subject"), "Le Rooya #1")
	require.Contains(t, l.Text, "Your invitation could not be delivered, ")
	require.Contains(t, l.Text, "(bob@example.org)")
}

// Two invitations in one letter belong to no thread, and both end with it.
func TestTwoInvitationsInOneMessageThatCannotBeDelivered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "help")
	w.Proven(ada, "challenge bob@example.org rooya\nchallenge bob@example.org turro")
	require.NoError(t, w.Deliver(servertest.RefuseRecipient(bob)))
	for id := range int64(2) {
		require.Equal(t, db.InvitationExpired, w.invitation(id+1).State)
	}
}

func TestAnInvitationThatIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya")
	away := sender{bob: errors.New("nobody there")}
	require.ErrorContains(t, w.Deliver(away), "nobody there")
	require.Equal(t, db.InvitationOpen, w.invitation(1).State)
	for range 2 {
		w.Now = w.Now.Add(3 * 24 * time.Hour)
		require.ErrorContains(t, w.Deliver(away), "nobody there")
	}
	require.Equal(t, db.InvitationExpired, w.invitation(1).State)
	refused := w.Outgoing(db.OutgoingRefused)
	require.Len(t, refused, 1)
	require.Contains(t, refused[0].Remark, "given up")
	require.Zero(t, w.counted(bobID), "the address may be good")
	sent := w.Outgoing(db.OutgoingSent)
	require.Contains(t, servertest.ReadMessage(t, servertest.Whole(t, sent[len(sent)-1].Raw)).Text, "could not be delivered")
}

// A message about a running game, or about an invitation that arrived, ends
// nothing.
func TestOtherRefusedMessagesEndNothing(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven(ada, "challenge cleo@example.org rooya")
	require.NoError(t, w.Deliver(sender{}))
	w.Reply(ada, "#1 b1")
	w.Proven("cleo@example.org", "games")
	before := len(w.Outgoing(db.OutgoingSent))
	require.NoError(t, w.Deliver(sender{bob: mail.ErrRefused, "cleo@example.org": mail.ErrRefused}))
	require.Len(t, w.Outgoing(db.OutgoingRefused), 2)
	require.Len(t, w.Outgoing(db.OutgoingSent), before+1, "Ada's own answer; of one letter that came back nobody is told")
	require.False(t, w.Game(1).Over())
	require.Equal(t, db.InvitationOpen, w.invitation(2).State)
}
