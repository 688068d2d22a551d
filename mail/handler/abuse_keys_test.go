package handler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/handler"
)

// replaceKeys is what 'turnpost keys rotate --compromised' does; before it a thief
// copies the key.
func (w *world) replaceKeys() (stolen []byte) {
	w.T.Helper()
	require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		keys, err := tx.Keys()
		require.NoError(w.T, err)
		stolen = keys[0]
		_, err = tx.ReplaceKeys()
		return err
	}))
	return stolen
}

// What somebody makes with a stolen key does nothing after the keys were replaced:
// nothing is played, ended or stopped, and nobody is written to but the registered
// address.
func TestAbuseStolenKey(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := besieged(t)
	w.Handler.Notifier.PublicURL = publicURL
	w.Send(post{From: ada, Body: "#2 note a question is open"})
	key := w.replaceKeys()
	before, messages, tried := w.snapshot(), 0, 0
	for _, body := range []string{"b1", "resign", "draw", "stop", "forget me", "#2 resign", "vacation today to tomorrow", "accept", "yes"} {
		for _, forged := range []auth.ReplyToken{
			auth.NewReplyToken(key, adaID, auth.SeenGame{Game: 1, Ply: 2}, mail.AskedQuestion{}), auth.NewReplyToken(key, adaID, auth.SeenGame{Ply: w.Now.Unix()}, mail.AskedQuestion{}),
			auth.NewQuestionToken(key, adaID, auth.TokenQuestion{Kind: auth.AboutQuarantine, Number: 1}, w.Now.Unix()),
		} {
			w.after(time.Hour)
			for _, l := range w.Send(post{From: ada, To: fmt.Sprintf("games+%s@turnpost.example", forged), Body: body}) {
				require.Contains(t, l.Get("To"), ada)
				messages++
			}
			require.Equal(t, before, w.snapshot(), body)
			tried++
		}
	}
	require.ErrorIs(t, w.Server.Unsubscribe(t.Context(), auth.NewUnsubscribeToken(key, bobID).String()), handler.ErrToken)
	for range 5 {
		w.after(30 * time.Hour)
		o := w.sayTo(bob)
		w.Bring(w.report(o, dsn{to: auth.ServerAddress{Address: serverAddress, Plus: true}.ReturnPath(key, o.ID)}))
		tried++
	}
	require.Zero(t, w.counted(bobID))
	require.False(t, w.suspended(bobID))
	t.Logf("abuse | %d letters and reports with what a stolen key makes, after keys rotate --compromised | nothing played, ended or stopped | 0 done, %d letters to the owner", tried, messages)
}

// A player who answers an old message after the keys were replaced is asked, says yes,
// and has played; what the answers bring proves itself again.
func TestAbuseStolenKeyCostsNoGame(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Reply(ada, "a1")
	w.Reply(bob, "a2")
	old := w.Last(ada)
	w.Proven(ada, "challenge "+carol+" turro as white")
	w.replaceKeys()

	out := w.Send(post{From: ada, Body: "b1", Answers: old})
	require.Len(t, out, 1)
	require.Contains(t, out[0].Get("To"), ada)
	require.Contains(t, out[0].Text, "Did you write to me, Ada?")
	w.Reply(ada, "yes")
	require.Contains(t, w.Last(ada).Text, "| #1 b1\n")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1), "nothing is played before the answer")
	w.Reply(ada, "yes")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	w.Reply(bob, "b5")
	require.Equal(t, []string{"a1", "a2", "b1", "b5"}, w.Plies(1), "new letters bring new secrets")

	w.Reply(carol, "accept")
	require.Contains(t, w.Last(carol).Text, "Did you write to me")
	w.Reply(carol, "yes")
	require.Equal(t, db.InvitationOpen, w.invitation(2).State)
	w.Reply(carol, "yes")
	require.Equal(t, db.InvitationAccepted, w.invitation(2).State)

	// Who writes nothing gets new secrets by the reminders, in time.
	w.Send(post{From: ada, Body: "#1 c1", Proven: true})
	require.Equal(t, "c1", w.Plies(1)[4])
	w.replaceKeys()
	w.Pass(3 * 24 * time.Hour)
	w.Reply(bob, "c5")
	require.Equal(t, "c5", w.Plies(1)[5], "a reminder's secret proves itself")
	t.Logf("abuse | players answer letters from before keys rotate --compromised | asked back, and then played; no game is lost | 2 questions, 0 games lost")
}

// After the keys were replaced every player who answers an old message is asked, also
// when strangers' names have used up the questions of the hour; and who forges the
// same players' messages brings each no more than that one.
func TestAbuseStolenKeySilencesNobody(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	w := newWorld(t)
	const players = 30
	name := func(n int) string { return fmt.Sprintf("p%d@p%d.example", n, n) }
	w.Handler.Limits.QuestionsADay, w.Handler.Limits.QuestionsAnHour = 1, 20
	for n := 0; n < players; n += 2 {
		w.Proven(name(n), "challenge "+name(n+1)+" rooya as black")
		w.Reply(name(n+1), "accept")
	}
	old := map[int]*message{}
	for n := range players {
		old[n] = w.Last(name(n))
	}
	for len(w.Outgoing(db.OutgoingQueued)) > 0 {
		require.NoError(t, w.Deliver(sender{}))
	}
	key := w.replaceKeys()
	strangers, asked, forged := 0, 0, 0
	for n := range 40 {
		w.Now = w.Now.Add(-time.Minute) // all within one hour
		strangers += len(w.Send(post{From: fmt.Sprintf("s%d@s%d.example", n, n), Body: "help"}))
	}
	for n := range players {
		w.Now = w.Now.Add(-time.Minute)
		asked += len(w.Send(post{From: name(n), Body: "say Hello", Answers: old[n]}))
		require.Contains(t, w.Last(name(n)).Text, "Did you write to me")
	}
	for n := range players {
		w.Now = w.Now.Add(-time.Minute)
		game := int64(n/2 + 1)
		forged += len(w.Send(post{From: name(n), To: fmt.Sprintf("games+%s@turnpost.example", auth.NewReplyToken(key, int64(n+1), auth.SeenGame{Game: game, Ply: 0}, mail.AskedQuestion{})), Body: "resign"}))
	}
	t.Logf("abuse | after keys rotate --compromised %d players answer old letters, and strangers use up the hour | each player is asked, once | %d asked; %d strangers answered; %d more by forged letters", players, asked, strangers, forged)
	require.Equal(t, players, asked)
	require.LessOrEqual(t, strangers, 20)
	require.Zero(t, forged)
	for game := int64(1); game <= players/2; game++ {
		require.False(t, w.Game(game).Over())
	}
}

// Who has paused gets no message but that about the pause; after the keys were replaced
// it proves nothing. A reply brings another, once a day, and a reply to that one brings
// the messages back.
func TestAbuseStolenKeyLocksNobodyOut(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := withLimits(theGame(t))
	w.Reply(ada, "pause")
	old := w.Last(ada)
	key := w.replaceKeys()
	messages := len(w.Boxes[ada])
	// Neither another's token nor one that was made up, by form or with the stolen key.
	for _, to := range []string{auth.NewReplyToken(key, adaID, auth.SeenGame{Ply: w.Now.Unix() + 77}, mail.AskedQuestion{}).String(), w.Last(bob).Get("Reply-To")} {
		if !strings.Contains(to, "@") {
			to = fmt.Sprintf("games+%s@turnpost.example", to)
		}
		require.Empty(t, w.Send(post{From: ada, To: to, Body: "continue"}))
	}
	require.Empty(t, w.Send(post{From: ada, Body: "pause", Answers: old}), "who wants none gets none")
	for _, body := range []string{"continue", "#1 b1", "It's me, I am back.", "board"} {
		w.Send(post{From: ada, Body: body, Answers: old})
	}
	asked := len(w.Boxes[ada]) - messages
	require.Equal(t, 1, asked)
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1), "nothing is done")
	require.True(t, w.suspended(adaID))
	require.Contains(t, flat(*w.Last(ada)), "too old to prove that it was you")
	w.after(25 * time.Hour)
	require.Len(t, w.Send(post{From: ada, Body: "I am back, really.", Answers: old}), 1)
	w.Reply(ada, "#1 b1")
	require.False(t, w.suspended(adaID))
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	t.Logf("abuse | a paused player replies to the letter about it after keys rotate --compromised | a new one, once a day, and a reply to that brings the letters back | %d letter a day, back", asked)
}
