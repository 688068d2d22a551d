package server_test

import (
	"context"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/postoffice"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
)

// Names are looked at once for each rule of what a name is, not at each start: a name
// that was stored beside the rule stays until the rule is another.
func TestNamesAreMendedOnce(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	w.Send(post{From: "Eve <eve@example.org>", Proven: true, Body: "help"})
	call := func(name string) {
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
			p, err := tx.PlayerByAddress("eve@example.org")
			require.NoError(t, err)
			p.Name = name
			return tx.SavePlayer(p)
		}))
	}
	po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { po.Close() })
	host, port, err := net.SplitHostPort(po.IMAPAddr())
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	called := func() (name string) { // after a start
		ctx, stop := context.WithCancel(t.Context())
		beat := w.Hears(1, server.Pulse, "clockwork")
		w.Now = w.Now.Add(time.Hour)
		in, err := imap.New(imap.Config{Host: host, Port: number, TLS: mail.Plain, User: "games", Password: "demo"})
		require.NoError(t, err)
		ended := make(chan error, 1)
		go func() { ended <- w.Server.Run(ctx, in, sender{}) }()
		<-beat // the loops run: the names are done
		stop()
		require.NoError(t, <-ended)
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			p, err := tx.PlayerByAddress("eve@example.org")
			name = p.Name
			return err
		}))
		return name
	}
	const bad = "Prize Office http://evil.example"
	call(bad)
	require.Equal(t, "Eve", called())
	call(bad)
	require.Equal(t, bad, called(), "nobody looked")
	w.Handler.Club.Ours = append(w.Handler.Club.Ours, "Correspondence Club")
	require.Equal(t, "Eve", called(), "the rule is another")
}
