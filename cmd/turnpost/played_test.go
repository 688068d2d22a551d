package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/server"
	"turnpost/rules"
)

// hall is a handler on a database in a file, and people whose mails are believed.
// No network: messages in are kept, messages out lie in the outbox.
type hall struct {
	t       *testing.T
	path    string
	db      *db.DB
	handler *server.Server
	serial  int
	kept    func(raw []byte) // is called with each mail
}

const hallAddress = "games@hall.example"

func newHall(t *testing.T, path string) *hall {
	t.Helper()
	if _, err := os.Stat(path); !db.IsURL(path) && errors.Is(err, fs.ErrNotExist) {
		require.NoError(t, os.WriteFile(path, dbtest.Blank(t), 0o600))
	}
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	c := config.Default()
	c.Server.Address, c.Trust.AuthservID = hallAddress, "hall.example"
	k, err := daemon.NewServer(c, d, games())
	require.NoError(t, err)
	return &hall{t: t, path: path, db: d, handler: k}
}

// keep brings a mail of somebody in.
func (h *hall) keep(name, text string) {
	h.t.Helper()
	h.serial++
	raw := fmt.Sprintf("Authentication-Results: hall.example; auth=pass smtp.auth=%[1]s@example.org\nDelivered-To: %[2]s\nFrom: %[1]s@example.org\nTo: %[2]s\nSubject: A letter\nDate: %[5]s\nMessage-ID: <%[3]d@client.example>\nContent-Type: text/plain; charset=utf-8\n\n%[4]s\n",
		name, hallAddress, h.serial, text, h.db.Now().Format(time.RFC1123Z))
	b := bytes.ReplaceAll([]byte(raw), []byte("\n"), []byte("\r\n"))
	require.NoError(h.t, h.handler.Keep(context.Background(), mail.ArrivedMail{Mailbox: "hall", Cursor: fmt.Sprint(h.serial), Size: int64(len(b)), Raw: b}))
	if h.kept != nil {
		h.kept(b)
	}
}

// write brings a mail in and lets the handler answer it.
func (h *hall) write(name, text string) {
	h.t.Helper()
	h.keep(name, text)
	h.answer()
}

// answer lets the handler answer all that is new.
func (h *hall) answer() {
	h.t.Helper()
	for worked := true; worked; {
		var err error
		worked, err = h.handler.AnswerNext(context.Background())
		require.NoError(h.t, err)
	}
}

// begin brings ada, who is black, and bob into a new game, and returns its number.
func (h *hall) begin(rules string) int64 {
	h.t.Helper()
	h.write("bob", "help") // so that he may be invited more than once
	h.write("ada", "challenge bob@example.org "+rules+" as black")
	var id int64
	h.view(func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress("bob@example.org")
		if err != nil {
			return err
		}
		open, err := tx.OpenInvitations(p.ID)
		require.Len(h.t, open, 1)
		id = open[0].ID
		return err
	})
	h.write("bob", fmt.Sprintf("#%d accept", id))
	return id
}

// play plays so many plies of a game, each in a message, or fewer if it ends. The
// plies are the legal ones in turn.
func (h *hall) play(id int64, plies int) (played int) {
	h.t.Helper()
	for ; played < plies; played++ {
		var g db.Game
		h.view(func(tx *db.Tx) (err error) { g, err = tx.Game(id); return err })
		if g.Over() {
			break
		}
		r, err := rules.Find(games(), g.Rules)
		require.NoError(h.t, err)
		p, err := r.ParsePosition(g.Position)
		require.NoError(h.t, err)
		legal := p.Legal()
		who := map[rules.Side]string{rules.Black: "ada", rules.White: "bob"}[p.Turn()]
		h.write(who, fmt.Sprintf("#%d %s", id, legal[(g.Plies*7)%len(legal)]))
		h.view(func(tx *db.Tx) error {
			now, err := tx.Game(id)
			require.Greater(h.t, now.Plies, g.Plies, "%s in %s", legal[(g.Plies*7)%len(legal)], g.Position)
			return err
		})
	}
	return played
}

func (h *hall) view(f func(*db.Tx) error) {
	h.t.Helper()
	require.NoError(h.t, h.db.View(context.Background(), f))
}

func (h *hall) update(f func(*db.Tx) error) {
	h.t.Helper()
	require.NoError(h.t, h.db.Update(context.Background(), f))
}

// deliver marks every message that waits as sent.
func (h *hall) deliver() {
	h.t.Helper()
	h.update(func(tx *db.Tx) error {
		out, err := tx.Outgoing(db.OutgoingQueued)
		for _, o := range out {
			if _, err := tx.MarkSent(o.ID); err != nil {
				return err
			}
		}
		return err
	})
}
