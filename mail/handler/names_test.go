package handler_test

import (
	"context"
	"fmt"
	"maps"
	"mime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

func (w *world) nameOf(address string) (name string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		name = p.Name
		return err
	}))
	return name
}

// A name that mixes scripts that look alike is not used: the address speaks for
// its owner. Every other name is its owner's.
func TestNamesThatLookLikeOthers(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for name, called := range map[string]string{
		"Ada": "Ada", "Ad\u0430": "Eve", "\u0410da": "Eve", "B\u03bfb": "Eve", "Ada \u0410.": "Eve", "\U0001d400da": "Eve", "\uff21da": "Eve", "\u2102arl": "Eve",
		"\u0421\u0430\u0440\u0430": "\u0421\u0430\u0440\u0430", "\u0395\u03cd\u03b1": "\u0395\u03cd\u03b1", "Zo\u00eb": "Zo\u00eb", "\u5c71\u7530 Taro": "\u5c71\u7530 Taro",
		"Ada\u202e": "Ada", "A\u200bda": "Ada",
	} {
		w := newWorld(t)
		w.Send(post{From: mime.QEncoding.Encode("utf-8", name) + " <" + "eve@example.org>", Proven: true, Body: "help"})
		require.Equal(t, called, w.nameOf("eve@example.org"), "%+q", name)
		messages := w.Send(post{From: "eve@example.org", Proven: true, Body: "name " + name})
		require.Len(t, messages, 1)
		require.Equal(t, called, w.nameOf("eve@example.org"), "by command, %+q", name)
	}
}

// One address in two spellings, as SMTPUTF8 and IDN have them, is one player.
func TestInternationalAddressesAreOnePlayer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, from := range []string{"ada@b\u00fccher.example", "ADA@xn--bcher-kva.example", "ada@B\u00dcCHER.example", "ada@bu\u0308cher.example"} {
		messages := w.Send(post{From: from, Body: "help"})
		require.Len(t, messages, 1, from)
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			p, err := tx.PlayerByAddress("ada@xn--bcher-kva.example")
			require.NoError(t, err)
			require.Equal(t, int64(1), p.ID, "%d: %s", i, from)
			return nil
		}))
	}
}

// Whatever a player may choose, our messages keep their fields and their readers:
// every value with several ways to break a line, and every way in several values.
func TestNothingOfAPlayersBreaksAHeader(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	const bcc = "Bcc: victim@example.org"
	ends := []string{"\r\n", "\n", "\r", "\u2028", "\u0085", "\x0b", "\x0c", "\x00", "\\r\\n", "%0d%0a", "=0D=0A", "\r\n\r\n", " \r\n\t"}
	if testing.Short() {
		ends = ends[:1]
	}
	for i, end := range ends {
		evil := "x" + end + bcc
		word := mime.BEncoding.Encode("utf-8", evil+"\u00e9")
		places := map[string]func(w *world){
			"subject":   func(w *world) { w.Send(post{From: ada, Subject: word, Body: "help", Proven: true}) },
			"name":      func(w *world) { w.Send(post{From: word + " <" + ada + ">", Body: "help", Proven: true}) },
			"name verb": func(w *world) { w.Send(post{From: ada, Body: "name " + evil, Proven: true}); w.Reply(ada, "b1") },
			"message": func(w *world) {
				w.Send(post{From: ada, Body: "challenge zoe@example.org turro\n" + evil, Proven: true})
			},
			"address":  func(w *world) { w.Send(post{From: ada, Body: "challenge " + evil + " turro", Proven: true}) },
			"talk":     func(w *world) { w.Reply(ada, "b1\nsay "+evil) },
			"note":     func(w *world) { w.Reply(ada, "note "+evil); w.Reply(ada, "notes") },
			"timezone": func(w *world) { w.Reply(ada, "timezone "+evil) },
			"player":   func(w *world) { w.Reply(ada, "player "+evil) },
			"game":     func(w *world) { w.Reply(ada, "rules "+evil) },
			"Message-ID": func(w *world) {
				w.Send(post{From: ada, Body: "help", Header: []string{"References: <x" + end + bcc + ">"}})
			},
			"move itself": func(w *world) { w.Reply(ada, evil) },
		}
		for j, name := range slices.Sorted(maps.Keys(places)) {
			if (i+j)%3 != 0 && !testing.Short() { // each third way in each third place
				continue
			}
			do := places[name]
			t.Run(fmt.Sprintf("%s %+q", name, end), func(t *testing.T) {
				w := theGame(t)
				do(w)
				for _, o := range w.Outgoing(db.OutgoingQueued) {
					require.NotContains(t, o.Recipient, "victim")
					require.False(t, strings.ContainsAny(o.Recipient+o.Sender, "\r\n\x00<> "))
					checkBytes(t, servertest.ReadMessage(t, servertest.Whole(t, o.Raw)), o.Recipient)
				}
			})
		}
	}
}
