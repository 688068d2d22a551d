package handler_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/notify"
	"turnpost/mail/server/servertest"
	"turnpost/rules/all"
)

// No picture is drawn, and none is stored, in the transaction that plays: a message
// says what it shows, and is drawn when it is sent.
func TestPicturesAreDrawnWhenAMessageIsSent(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	w.Reply(ada, "b1")
	last := w.Last(bob)
	w.Reply(bob, "resign")
	var whole [][]byte
	kinds := map[string]int{"\x89PNG": 0, "GIF89a": 0}
	stored := w.Outgoing(db.OutgoingQueued)
	for _, o := range stored {
		raw := w.Whole(o)
		whole = append(whole, raw)
		for magic := range kinds {
			start := "\r\n\r\n" + strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(magic))[:4], "=")
			require.NotContains(t, string(o.Raw), start, "letter %d is stored with its picture", o.ID)
			kinds[magic] += strings.Count(string(raw), start)
		}
	}
	require.Positive(t, kinds["\x89PNG"])
	require.Equal(t, 2, kinds["GIF89a"], "both sides have a film")
	require.NotNil(t, last.Part("image/png"))

	w.Restart()
	for i, o := range stored {
		require.Equal(t, whole[i], w.Whole(o), "letter %d", o.ID)
	}
}

// A message whose picture cannot be drawn goes without: the game is not in this
// program, or what the row says is no position.
func TestAMessageWhosePictureCannotBeDrawn(t *testing.T) {
	t.Parallel()
	w := begun(t, "turro")
	stored := w.Outgoing(db.OutgoingQueued)
	o := stored[len(stored)-1]
	require.Contains(t, string(o.Raw), `Turnpost-Drawings: [{"at":`)
	want := servertest.ReadMessage(t, w.Whole(o))
	for what, spoilt := range map[string][]byte{
		"unknown game": bytes.Replace(o.Raw, []byte(`"rules":"turro"`), []byte(`"rules":"halma"`), 1),
		"no position":  bytes.Replace(o.Raw, []byte(`"from":"`), []byte(`"from":"?`), 1),
		"no side":      bytes.Replace(o.Raw, []byte(`"view":"`), []byte(`"view":"?`), 1),
		"no place":     bytes.Replace(o.Raw, []byte(`{"at":`), []byte(`{"at":1234567`), 1),
		"no JSON":      bytes.Replace(o.Raw, []byte(`[{"at":`), []byte(`[{at:`), 1),
	} {
		raw, err := notify.AddPictures(spoilt, all.Games(), w.Handler.Notifier.Painter)
		require.Error(t, err, what)
		l := servertest.ReadMessage(t, raw)
		require.Equal(t, want.Header, l.Header, what)
		require.Equal(t, want.Text, l.Text, what)
		require.Empty(t, l.Part("image/png"), what)
	}
}
