package imapin_test

import (
	"context"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imapin"
	"turnpost/mail/postoffice"
	"turnpost/mail/smtpout"
)

func TestThereAndBack(t *testing.T) {
	po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	defer po.Close()
	port := func(addr string) int {
		_, p, _ := net.SplitHostPort(addr)
		n, _ := strconv.Atoi(p)
		return n
	}
	out, err := smtpout.New(smtpout.Config{Host: "localhost", Port: port(po.SMTPAddr()), TLS: smtpout.Plain, User: "alice", Password: "demo"})
	require.NoError(t, err)
	defer out.Close()
	in, err := imapin.New(imapin.Config{Host: "127.0.0.1", Port: port(po.IMAPAddr()), TLS: imapin.Plain, User: "games", Password: "demo"})
	require.NoError(t, err)
	defer in.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	require.NoError(t, out.Check(ctx))
	require.NoError(t, in.Check(ctx))
	got := []mail.Arrival{}
	keep := func(_ context.Context, a mail.Arrival) error { got = append(got, a); return nil }
	n, err := in.Collect(ctx, keep)
	require.NoError(t, err)
	require.Zero(t, n)
	go func() {
		time.Sleep(100 * time.Millisecond)
		for range 3 {
			out.Send(ctx, mail.Envelope{From: "alice@demo.test", To: "games@demo.test", Raw: []byte("From: alice@demo.test\r\n\r\n.hi\r\n")})
		}
	}()
	for len(got) < 3 {
		require.NoError(t, in.Wait(ctx))
		_, err = in.Collect(ctx, keep)
		require.NoError(t, err)
	}
	t.Log(got[0].Mailbox, got[0].Cursor, string(got[0].Raw))
	n, err = in.Collect(ctx, keep)
	require.NoError(t, err)
	require.Zero(t, n)
}
