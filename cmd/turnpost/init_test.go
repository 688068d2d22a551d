package main

import (
	"bytes"
	"context"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
)

// From two servers and a password to a club that answers: what 'turnpost init'
// wrote is all that 'turnpost serve' needs.
func TestInitAndServe(t *testing.T) {
	t.Parallel()
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	path := filepath.Join(t.TempDir(), "turnpost.toml")
	args := []string{"init", "--config", path, "--address", "games@test.example", "--imap", d.IMAPAddr, "--smtp", p.SMTPAddr, "--password-stdin", "--no-doctor"}

	began := time.Now()
	got := run(t, mailtest.Password+"\n", args...)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Contains(t, got.out, "Now run: turnpost serve --config "+path)
	require.Equal(t, cli.ExitOK, run(t, "", "config", "check", "--config", path).status)
	again := run(t, mailtest.Password+"\n", args...)
	require.Equal(t, cli.ExitConfig, again.status)
	require.Contains(t, again.err, path+" exists, and is not overwritten")

	ctx, stop := context.WithCancel(t.Context())
	served := make(chan int, 1)
	var out, log bytes.Buffer
	go func() {
		a := app{In: strings.NewReader(""), Out: &out, Err: &log, Games: games()}
		served <- a.run(ctx, []string{"serve", "--config", path})
	}()
	d.Deliver(t, "games@test.example", []byte("From: Anna <anna@test.example>\r\nTo: games@test.example\r\n"+
		"Message-ID: <1@test.example>\r\nSubject: hello\r\n\r\nhow do I play?\r\n"))
	host, number, err := net.SplitHostPort(d.IMAPAddr)
	require.NoError(t, err)
	port, err := strconv.Atoi(number)
	require.NoError(t, err)
	anna, err := imap.New(imap.Config{Host: host, Port: port, TLS: mail.Plain, User: "anna", Password: mailtest.Password})
	require.NoError(t, err)
	defer anna.Close()
	var answer *postoffice.Message
	for answer == nil && t.Context().Err() == nil && len(served) == 0 {
		_, err := anna.Collect(t.Context(), func(_ context.Context, came ...mail.ArrivedMail) error {
			for _, a := range came {
				answer = postoffice.ReadMessage(a.Raw)
			}
			return nil
		})
		require.NoError(t, err)
		if answer == nil {
			waiting, cancel := context.WithTimeout(t.Context(), time.Second)
			_ = anna.Wait(waiting) // the mailbox is looked at again in any case
			cancel()
		}
	}
	stop()
	require.Equal(t, cli.ExitOK, <-served, log.String())
	require.NotNil(t, answer, log.String())
	require.Contains(t, answer.Text, "challenge")
	t.Logf("a club from nothing to its first answer: %v", time.Since(began).Round(10*time.Millisecond))
}
