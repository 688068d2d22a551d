package desk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/desk"
)

const publicURL = "https://games.example.org/turnpost"

// token is the token in the one-click address of a letter.
func token(t *testing.T, l *letter) string {
	t.Helper()
	require.Equal(t, "List-Unsubscribe=One-Click", l.Get("List-Unsubscribe-Post")) // RFC 8058, 3.1
	rest, ok := strings.CutPrefix(l.Get("List-Unsubscribe"), "<"+publicURL+"/unsubscribe/")
	require.True(t, ok, l.Get("List-Unsubscribe"))
	token, rest, ok := strings.Cut(rest, ">, <mailto:")
	require.True(t, ok)
	require.True(t, strings.HasSuffix(rest, "?subject=stop>"), "the mail program may choose")
	return token
}

func TestWithoutAPublicURLThereIsNoButton(t *testing.T) {
	w := newWorld(t)
	w.begin("turro")
	require.Empty(t, w.last(bob).Get("List-Unsubscribe-Post"))
	require.Regexp(t, `^<mailto:[^<>]+\?subject=stop>$`, w.last(bob).Get("List-Unsubscribe"))
}

func TestOneClickWithAGame(t *testing.T) {
	w := newWorld(t)
	w.desk.PublicURL = publicURL
	w.begin("turro")
	w.proven(bob, "challenge ada@example.org roses")
	button := token(t, w.last(bob))
	require.Equal(t, button, token(t, &w.boxes[bob][0]), "the button of every letter is the same")
	require.NotEqual(t, button, token(t, w.last(ada)))

	lang, err := w.desk.CheckToken(t.Context(), button)
	require.NoError(t, err)
	require.Equal(t, "en", lang)
	require.True(t, w.player(bob).StoppedAt.IsZero(), "to look changes nothing")
	require.NoError(t, w.desk.Unsubscribe(t.Context(), button))
	out := w.work()
	require.Len(t, out, 2)
	require.Contains(t, w.last(bob).Text, "This is the last letter, Bob")
	require.Contains(t, w.last(bob).Text, "One game of yours is still")
	require.Contains(t, w.last(bob).Text, "Any letter of yours brings the letters back")
	require.Contains(t, w.last(ada).Text, "withdrawn")
	require.Equal(t, db.InvitationWithdrawn, w.invitation(2).State)
	require.False(t, w.game(1).Over(), "the game is not resigned")
	require.False(t, w.game(1).ClockDue.IsZero(), "its clock runs")

	require.NoError(t, w.desk.Unsubscribe(t.Context(), button))
	require.Empty(t, w.work(), "a second click brings no second last letter")
	before := len(w.boxes[bob])
	w.reply(ada, "#1 d3-d4")
	require.Equal(t, []string{"d3-d4"}, w.plies(1))
	require.Len(t, w.boxes[bob], before, "no letter any more")

	// Whoever writes is back, and the button works again.
	w.proven(bob, "#1 d5-d4")
	require.Len(t, w.plies(1), 2)
	require.Greater(t, len(w.boxes[bob]), before)
	require.True(t, w.player(bob).StoppedAt.IsZero())
	require.NoError(t, w.desk.Unsubscribe(t.Context(), button))
	require.False(t, w.player(bob).StoppedAt.IsZero())

	// The last letter says how to resign.
	w.work()
	w.reply(bob, "stop")
	w.reply(bob, "yes")
	require.True(t, w.game(1).Over())
}

// Somebody who was only ever written to has no game: all of it ends.
func TestOneClickFromTheInvitation(t *testing.T) {
	w := newWorld(t)
	w.desk.PublicURL = publicURL
	w.proven(ada, "challenge bob@example.org rooya")
	require.NoError(t, w.desk.Unsubscribe(t.Context(), token(t, w.last(bob))))
	require.Len(t, w.work(), 2)
	require.Equal(t, db.InvitationDeclined, w.invitation(1).State)
	require.NotContains(t, w.last(bob).Text, "under way")
	require.Contains(t, w.proven(ada, "challenge bob@example.org roses")[0].Text, "No letter can be sent")
}

func TestForgedTokens(t *testing.T) {
	w := newWorld(t)
	w.desk.PublicURL = publicURL
	w.begin("turro")
	good := token(t, w.last(bob))
	number, secret, _ := strings.Cut(good, ".")
	_, adas, _ := strings.Cut(token(t, w.last(ada)), ".")
	reply, _, _ := strings.Cut(strings.TrimPrefix(w.last(bob).Get("Reply-To"), "<games+"), "@")
	for _, bad := range []string{
		"", "1", ".", number + ".", number + "." + adas, "99." + secret, "0" + number + "." + secret + "a", "-1." + secret,
		strings.ToUpper(good), good + " ", good[:len(good)-1], "99999999999999999999." + secret, reply,
	} {
		require.ErrorIs(t, w.desk.Unsubscribe(t.Context(), bad), desk.ErrToken, bad)
		_, err := w.desk.CheckToken(t.Context(), bad)
		require.ErrorIs(t, err, desk.ErrToken, bad)
	}
	require.True(t, w.player(bob).StoppedAt.IsZero())

	// A new key makes new tokens; the old ones hold until their key is retired.
	require.NoError(t, w.db.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
	_, err := w.desk.CheckToken(t.Context(), good)
	require.NoError(t, err)
	w.proven(bob, "games")
	require.NotEqual(t, good, token(t, w.last(bob)))
	require.NoError(t, w.db.Update(t.Context(), func(tx *db.Tx) error { return tx.RetireKey(1) }))
	require.ErrorIs(t, w.desk.Unsubscribe(t.Context(), good), desk.ErrToken)
}

// The letter that asks an address whether it is a player's may go to a stranger,
// who must not get the player's button.
func TestNoButtonForAStranger(t *testing.T) {
	w := newWorld(t)
	w.desk.PublicURL = publicURL
	w.proven(ada, "address eve@example.net")
	require.Empty(t, w.last("eve@example.net").Get("List-Unsubscribe-Post"))
	require.NotContains(t, w.last("eve@example.net").Get("List-Unsubscribe"), "https:")
}
