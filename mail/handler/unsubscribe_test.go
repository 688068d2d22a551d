package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
	"turnpost/mail/handler"
)

const publicURL = "https://games.example.org/turnpost"

// token is the token in the one-click address of a message.
func token(t *testing.T, l *message) string {
	t.Helper()
	require.Equal(t, "List-Unsubscribe=One-Click", l.Get("List-Unsubscribe-Post")) // RFC 8058, 3.1
	rest, ok := strings.CutPrefix(l.Get("List-Unsubscribe"), "<"+publicURL+"/unsubscribe/")
	require.True(t, ok, l.Get("List-Unsubscribe"))
	token, rest, ok := strings.Cut(rest, ">, <mailto:")
	require.True(t, ok)
	require.True(t, strings.HasSuffix(rest, "?subject=pause>"), "the mail program may choose")
	return token
}

func TestWithoutAPublicURLThereIsNoButton(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	require.Empty(t, w.Last(bob).Get("List-Unsubscribe-Post"))
	require.Regexp(t, `^<mailto:[^<>]+\?subject=pause>$`, w.Last(bob).Get("List-Unsubscribe"))
}

func TestOneClickWithAGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Notifier.PublicURL = publicURL
	w.Begin("turro")
	w.Proven(bob, "challenge ada@example.org roses")
	button := token(t, w.Last(bob))
	require.Equal(t, button, token(t, &w.Boxes[bob][0]), "the button of every letter is the same")
	require.NotEqual(t, button, token(t, w.Last(ada)))

	holder, err := w.Server.CheckToken(t.Context(), button)
	require.NoError(t, err)
	require.Equal(t, handler.UnsubscribeTokenHolder{Lang: "en", Player: true}, holder)
	require.False(t, w.suspended(bobID), "to look changes nothing")
	before := w.Game(1).ClockDue
	w.Now = w.Now.Add(time.Minute)
	require.NoError(t, w.Server.Unsubscribe(t.Context(), button))
	out := w.Work()
	require.Len(t, out, 2)
	require.Contains(t, w.Last(bob).Text, "Your messages are paused, Bob: a reply brings them back")
	require.Contains(t, w.Last(bob).Text, "The clocks of your game are stopped until")
	require.Contains(t, w.Last(bob).Text, "One open invitation of yours stays open")
	require.Contains(t, strings.Join(strings.Fields(w.Last(ada).Text), " "), "Bob has paused, and gets no messages")
	require.Equal(t, db.InvitationOpen, w.invitation(2).State)
	require.False(t, w.Game(1).Over(), "the game is not resigned")
	require.True(t, w.Game(1).ClockDue.IsZero() || !w.Game(1).ClockDue.Before(before), "its clock stands still")

	require.NoError(t, w.Server.Unsubscribe(t.Context(), button))
	require.Empty(t, w.Work(), "a second click brings no second last letter")
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults, "a click is no letter")
	before2 := len(w.Boxes[bob])
	w.Reply(ada, "#1 d3-d4")
	require.Equal(t, []string{"d3-d4"}, w.Plies(1))
	w.Send(post{From: bob, Body: "help"})
	w.Send(post{From: bob, Body: "resign"})
	require.Len(t, w.Boxes[bob], before2, "no letter any more, not even for a writer who only claims to be Bob")
	require.True(t, w.suspended(bobID))

	// A move is enough, and the button works again.
	w.Proven(bob, "#1 d5-d4")
	require.Len(t, w.Plies(1), 2)
	require.Contains(t, w.Last(bob).Text, "Your messages had been paused since")
	require.False(t, w.suspended(bobID))
	require.NoError(t, w.Server.Unsubscribe(t.Context(), button))
	require.True(t, w.suspended(bobID))

	// In reply to the message that explains it, stop is enough: it has said so.
	w.Work()
	require.Contains(t, flat(*w.Last(bob)), "your game is then resigned at once")
	w.Reply(bob, "stop")
	require.True(t, w.Game(1).Over())
	require.False(t, w.player(bob).StoppedAt.IsZero())
	require.False(t, w.suspended(bobID), "who is gone does not pause")
}

// The mail program may write instead: the word stands in the subject, and what it
// answers is the message whose button was pressed.
func TestUnsubscribingByMail(t *testing.T) {
	t.Parallel()
	press := func(w *world, who string, l *message) []message {
		button, _, ok := strings.Cut(strings.TrimPrefix(l.Get("List-Unsubscribe"), "<mailto:"), "?subject=pause>")
		require.True(t, ok)
		return w.Send(post{From: who, To: button, Subject: "pause"})
	}
	w := begun(t, "turro")
	old := *w.Last(bob)
	require.Len(t, press(w, bob, &old), 2)
	require.True(t, w.suspended(bobID))
	require.Contains(t, w.Last(bob).Text, "Your messages are paused, Bob")
	require.Empty(t, press(w, bob, &old), "pressed again")
	require.True(t, w.suspended(bobID))

	// The button of a message from before there were pauses says stop: it asks, and
	// the pause goes on until there is an answer.
	button, _, _ := strings.Cut(strings.TrimPrefix(old.Get("List-Unsubscribe"), "<mailto:"), "?")
	w.Send(post{From: bob, To: button, Subject: "stop"})
	require.Contains(t, w.Last(bob).Text, "Are you sure, Bob?")
	require.True(t, w.suspended(bobID))
	require.False(t, w.Game(1).Over())
	n := len(w.Boxes[bob])
	w.Reply(ada, "#1 d3-d4")
	require.Len(t, w.Boxes[bob], n)

	w.Proven(bob, "continue")
	require.False(t, w.suspended(bobID))
	require.Contains(t, w.Last(bob).Text, "The clocks of your game run again")
	w.Proven(bob, "continue")
	require.Contains(t, w.Last(bob).Text, "your messages are not paused")

	// A yes to that question is still one.
	w.Proven(bob, "pause")
	w.Send(post{From: bob, To: button, Subject: "stop"})
	w.Reply(bob, "yes")
	require.True(t, w.Game(1).Over())
	require.NotContains(t, w.Last(bob).Text, "Your messages had been paused since")
	require.False(t, w.player(bob).StoppedAt.IsZero())

	// Who was only written to is no player: all of it ends.
	w = newWorld(t)
	w.Proven(ada, "challenge bob@example.org rooya")
	require.Len(t, press(w, bob, w.Last(bob)), 2)
	require.Contains(t, w.Last(bob).Text, "This is the last message, Bob")
	require.Equal(t, db.InvitationDeclined, w.invitation(1).State)
	require.False(t, w.player(bob).StoppedAt.IsZero())
	require.False(t, w.suspended(bobID))
}

// Pauses are no lever: neither on the opponent's mailbox nor on the clocks, of which
// TestAbuseStalledGame has the latter.
func TestAbusePausesToggled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := begun(t, "turro")
	before, words := len(w.Boxes[ada]), 0
	for range 50 {
		w.Proven(bob, "pause")
		w.Proven(bob, "continue")
	}
	words = len(w.Boxes[ada]) - before
	t.Logf("abuse | letters paused and continued 50 times in an hour | at most 1 letter a day to the opponent | %d", words)
	require.Equal(t, 1, words)
	require.False(t, w.Game(1).Over())
}

// Somebody who was only ever written to has no game: all of it ends.
func TestOneClickFromTheInvitation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Notifier.PublicURL = publicURL
	w.Proven(ada, "challenge bob@example.org rooya")
	require.NoError(t, w.Server.Unsubscribe(t.Context(), token(t, w.Last(bob))))
	require.Len(t, w.Work(), 2)
	require.Equal(t, db.InvitationDeclined, w.invitation(1).State)
	require.NotContains(t, w.Last(bob).Text, "under way")
	require.Contains(t, w.Proven(ada, "challenge bob@example.org roses")[0].Text, "No message can be sent")
}

func TestForgedTokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Notifier.PublicURL = publicURL
	w.Begin("turro")
	good := token(t, w.Last(bob))
	number, secret, _ := strings.Cut(good, ".")
	_, adas, _ := strings.Cut(token(t, w.Last(ada)), ".")
	reply, _, _ := strings.Cut(strings.TrimPrefix(w.Last(bob).Get("Reply-To"), "<games+"), "@")
	for _, bad := range []string{
		"", "1", ".", number + ".", number + "." + adas, "99." + secret, "0" + number + "." + secret + "a", "-1." + secret,
		strings.ToUpper(good), good + " ", good[:len(good)-1], "99999999999999999999." + secret, reply,
	} {
		require.ErrorIs(t, w.Server.Unsubscribe(t.Context(), bad), handler.ErrToken, bad)
		_, err := w.Server.CheckToken(t.Context(), bad)
		require.ErrorIs(t, err, handler.ErrToken, bad)
	}
	require.True(t, w.player(bob).StoppedAt.IsZero())

	// A new key makes new tokens; the old ones hold until their key is retired.
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
	_, err := w.Server.CheckToken(t.Context(), good)
	require.NoError(t, err)
	w.Proven(bob, "games")
	require.NotEqual(t, good, token(t, w.Last(bob)))
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { return tx.RetireKey(1) }))
	require.ErrorIs(t, w.Server.Unsubscribe(t.Context(), good), handler.ErrToken)
}

// The message that asks an address whether it is a player's may go to a stranger,
// who must not get the player's button.
func TestNoButtonForAStranger(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Handler.Notifier.PublicURL = publicURL
	w.Proven(ada, "address eve@example.net")
	require.Empty(t, w.Last("eve@example.net").Get("List-Unsubscribe-Post"))
	require.NotContains(t, w.Last("eve@example.net").Get("List-Unsubscribe"), "https:")
}
