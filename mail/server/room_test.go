package server_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
	"turnpost/mail/smtp"
)

func (w *world) stored(t *testing.T) (n int64) {
	t.Helper()
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { n, err = tx.StoredMail(); return err }))
	return n
}

// TestNoRoomWithRealServers: when the bound of stored mail is reached, a stranger's mail stays in
// the mailbox of a Dovecot, or with the server that delivers it by LMTP; a player's move is
// played. When old mail has been erased, the stranger's is read, the oldest first.
func TestNoRoomWithRealServers(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	host, port, err := hostPort(d.IMAPAddr)
	require.NoError(t, err)
	in, err := imap.New(imap.Config{Host: host, Port: port, TLS: mail.Plain, User: "robot", Password: mailtest.Password})
	require.NoError(t, err)
	t.Cleanup(func() { in.Close() })
	listener, err := smtp.ListenLMTP(smtp.LMTPConfig{Listen: "127.0.0.1:0", Domain: "turnpost.example",
		Log: slog.New(slog.DiscardHandler), Ours: w.Handler.Identity().Is})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var log bytes.Buffer
	w.Use(w.Handler, slog.New(slog.NewTextHandler(&log, nil)))
	go func() { ended <- listener.Serve(ctx, w.Server.Keep) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	client := gosmtp.NewClientLMTP(conn)

	deliver := func(p post) { d.Deliver(t, "robot@test.example", w.Raw(p)) }
	collect := func() int {
		t.Helper()
		n, err := in.Collect(t.Context(), w.Server.Keep)
		require.NoError(t, err)
		return n
	}
	handOver := func(p post) error {
		require.NoError(t, client.Mail("x@example.org", nil))
		require.NoError(t, client.Rcpt(servertest.ServerAddress, nil))
		data, err := client.Data()
		require.NoError(t, err)
		_, err = data.Write(w.Raw(p))
		require.NoError(t, err)
		_, err = data.CloseWithLMTPResponse()
		return err
	}
	stranger := func(n int) post { return post{From: fmt.Sprintf("s%d@example.net", n), Body: "help"} }

	w.Server.MaxStored = w.stored(t)
	deliver(stranger(1))
	deliver(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	deliver(stranger(2))
	require.Equal(t, 1, collect())
	w.Work()
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	var said *gosmtp.SMTPError
	require.ErrorAs(t, handOver(stranger(3)), &said)
	require.Equal(t, 452, said.Code)
	require.Equal(t, gosmtp.EnhancedCode{4, 3, 1}, said.EnhancedCode)
	require.NoError(t, handOver(post{From: bob, Body: "c1", Answers: w.Last(bob)}))
	w.Work()
	require.Equal(t, []string{"a1", "a2", "b1", "c1"}, w.Plies(1))
	require.NoError(t, in.Close(), "the next connection finds them, too")
	deliver(stranger(4))
	require.Zero(t, collect())
	require.Zero(t, collect())
	require.Len(t, d.Mails(t, "robot"), 4, "one is filed")
	require.Equal(t, 1, strings.Count(log.String(), "\n"), log.String())

	w.Now = w.Now.Add(31 * 24 * time.Hour)
	w.Tick()
	require.Zero(t, w.stored(t))
	require.Equal(t, 3, collect())
	require.Zero(t, collect())
	w.Handed = 1 << 40 // of a month no message is looked at
	w.Work()
	var order []string
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		queued, err := tx.Outgoing(db.OutgoingQueued)
		for _, o := range queued {
			if strings.HasSuffix(o.Recipient, "@example.net") {
				order = append(order, o.Recipient)
			}
		}
		return err
	}))
	require.Equal(t, []string{"s1@example.net", "s2@example.net", "s4@example.net"}, order)
	require.NoError(t, handOver(stranger(3)))
	require.Equal(t, 2, strings.Count(log.String(), "\n"), log.String())
	require.Contains(t, log.String(), "there is room for all mail again")
	require.NoError(t, client.Quit())
	cancel()
	require.NoError(t, <-ended)
}

// TestFailedMailTakesRoom: a message that cannot be answered is kept whole, to be read again,
// and counts towards the bound.
func TestFailedMailTakesRoom(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	before := w.stored(t)
	w.Server.MaxStored = before + 2_000_000
	large := post{From: "eve@example.net", Body: strings.Repeat("poison\n", 100_000)}
	w.Server.Step = func(name string) {
		if name == "read" {
			panic("poison")
		}
	}
	fail := func() {
		for range 4 {
			_, _ = w.Server.AnswerNext(t.Context())
		}
	}
	keep := func(raw []byte) error {
		w.Serial++
		w.Now = w.Now.Add(time.Minute)
		return w.Server.Keep(t.Context(), mail.ArrivedMail{Mailbox: "test", Cursor: fmt.Sprint(w.Serial), Size: int64(len(raw)), Raw: raw})
	}
	for range 3 {
		require.NoError(t, keep(w.Raw(large)))
		fail()
	}
	require.Greater(t, w.stored(t), before+2_400_000)
	var failed []db.Incoming
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
		failed, err = tx.ListIncoming(db.IncomingFailed, -1)
		return err
	}))
	require.Len(t, failed, 3)
	var full *mail.LeftOutError
	require.ErrorAs(t, keep(w.Raw(large)), &full)
	require.NoError(t, keep(w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})))
	w.Server.Step = nil
	w.Work()
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
}
