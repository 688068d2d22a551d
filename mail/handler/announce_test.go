package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/handler"
)

// An announcement is one letter to each active player, which says whose words it
// holds and can be unsubscribed from; it goes out once.
func TestAnnounce(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven("Cleo <cleo@example.org>", "lang fr")
	w.Proven("Dan <dan@example.org>", "stop")
	w.Proven("Eve <eve@example.org>", "help")
	w.Send(post{From: "forged@example.net", Body: "help"}) // never proven
	w.Now = w.Now.Add(91 * 24 * time.Hour)
	w.Proven("Cleo <cleo@example.org>", "settings")

	o := w.Handler.Operator(w.DB, "root")
	news := handler.Announcement{Subject: "Summer: 2 games & more", Text: "Dear players,\n\nthe <b>cup</b> begins: see https://club.example/?a=1&b=2\nd3-d4\nresign"}
	n, err := o.Audience(t.Context(), news)
	require.NoError(t, err)
	require.Equal(t, 3, n, "Ada and Bob play, Cleo wrote; Dan stopped, Eve wrote long ago, and forged letters are nobody's")
	require.Empty(t, w.queued(db.ClassDigest))

	n, err = o.Announce(t.Context(), news)
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Equal(t, 3, w.queued(db.ClassDigest), "behind all that is about games")
	messages := w.Work()
	require.Len(t, messages, 3)
	to := ""
	for _, l := range messages {
		to += l.Get("To") + " "
		require.Equal(t, "Summer: 2 games & more", l.Get("Subject"))
		require.Equal(t, "auto-generated", l.Get("Auto-Submitted"))
		require.NotEmpty(t, l.Get("List-Unsubscribe"))
		require.True(t, strings.HasPrefix(l.Text, "Summer: 2 games & more\n"), l.Text)
		require.Contains(t, l.Text, "\n> Dear players,\n>\n> the <b>cup</b> begins")
		page := string(l.Part("text/html"))
		require.Contains(t, page, "the &lt;b&gt;cup&lt;/b&gt; begins")
		require.NotContains(t, page, "<b>cup")
	}
	require.Equal(t, 3, strings.Count(to, "@example.org"))
	require.Contains(t, w.Last("cleo@example.org").Text, "La personne qui s'occupe de ce serveur")

	// What a mail program quotes of it does nothing.
	over := w.Game(1).Over()
	w.Reply(ada, "Nice!\n\n> Dear players,\n>\n> d3-d4\n> resign")
	require.Equal(t, over, w.Game(1).Over())

	waiting := w.queued(db.ClassDigest)
	_, err = o.Announce(t.Context(), news)
	require.ErrorIs(t, err, handler.ErrAnnounced)
	require.Equal(t, waiting, w.queued(db.ClassDigest))
	news.Again, news.Rules = true, "turro"
	n, err = o.Announce(t.Context(), news)
	require.NoError(t, err)
	require.Zero(t, n, "nobody plays Turro")
	news.Rules = "rooya"
	n, err = o.Announce(t.Context(), news)
	require.NoError(t, err)
	require.Equal(t, 2, n)

	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		acts, err := tx.ListAudit(-1)
		require.NoError(t, err)
		require.Len(t, acts, 3)
		require.Equal(t, "root announce "+news.Digest()+" about rooya, letters: 2", acts[0].Operator+" "+acts[0].Act+" "+acts[0].Detail)
		require.Equal(t, news.Digest()+" to all, letters: 3", acts[2].Detail)
		return nil
	}))
}

// queued is how many letters of a class wait to be sent.
func (w *world) queued(class db.MessageClass) (n int) {
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) (err error) {
		n, err = tx.Queued(class, 1000)
		return err
	}))
	return n
}

// Where members alone play, who is none hears of nothing but their own games.
func TestAnnounceToMembers(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	w.Proven("Cleo <cleo@example.net>", "help")
	w.Handler.Club.Policy.Members = []string{ada}
	n, err := w.Handler.Operator(w.DB, "root").Audience(t.Context(), handler.Announcement{})
	require.NoError(t, err)
	require.Equal(t, 2, n)
}
