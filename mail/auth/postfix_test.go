package auth_test

import (
	"bytes"
	"context"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/smtp"
)

// A message goes signed through a real Postfix into a real Dovecot, twice as after
// a crash, and is still whole there: both are the same message.
func TestPostfix(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	names := mailtest.StartNameServer(t)
	for _, kind := range []string{auth.RSA, auth.Ed25519} {
		s := newSigner(t, kind)
		s.Domain = "test.example"
		names.Set(s.Name(), s.Record())
		user := "anna" + kind
		raw := strings.NewReplacer("games@club.example.org", "games@test.example", "zoe@example.net", user+"@test.example").Replace(message)
		for range 2 {
			host, port := hostPort(t, p.SMTPSAddr)
			out, err := smtp.NewCourier(smtp.CourierConfig{Host: host, Port: port, User: "games", Password: mailtest.Password, RootCAs: p.RootCAs,
				HelloName: "robot.test.example", Sign: s.Sign})
			require.NoError(t, err)
			require.NoError(t, out.Send(t.Context(), mail.Envelope{From: "games+7@test.example", To: user + "@test.example", Raw: []byte(raw)}))
			require.NoError(t, out.Close())
		}
		got := collect(t, d, user, 2)
		signed := make([][]byte, 2)
		for i := range got {
			message, err := mail.Read(got[i])
			require.NoError(t, err)
			// Each time from the start, as another server would.
			v := auth.NewDKIMVerifier(names.Resolver(), func(a string) bool { return mail.Key(a) == user+"@test.example" }, time.Now)
			address, why := v.Vouch(t.Context(), got[i], message)
			require.NoError(t, why, "%s", got[i])
			require.Equal(t, "games@test.example", address)
			signed[i] = got[i][bytes.Index(got[i], []byte("DKIM-Signature:")):]
		}
		require.Equal(t, string(signed[0]), string(signed[1]), "the same bytes below the trace fields")
	}
}

// A message that cannot be signed waits alone, and never reaches the server.
func TestAMessageThatCannotBeSignedWaits(t *testing.T) {
	s := newSigner(t, auth.Ed25519)
	out, err := smtp.NewCourier(smtp.CourierConfig{Host: "127.0.0.1", Port: 1, TLS: mail.Plain, Sign: s.Sign})
	require.NoError(t, err)
	err = out.Send(t.Context(), mail.Envelope{From: "a@example.org", To: "b@example.org", Raw: []byte("no header\r\n\r\nx\r\n")})
	require.ErrorIs(t, err, mail.ErrDeferred)
	require.ErrorContains(t, err, "cannot be signed")
}

func hostPort(t *testing.T, addr string) (string, int) {
	host, p, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	port, err := strconv.Atoi(p)
	require.NoError(t, err)
	return host, port
}

// collect reads a mailbox until there are so many mails.
func collect(t *testing.T, d *mailtest.Dovecot, user string, many int) (got [][]byte) {
	host, port := hostPort(t, d.IMAPSAddr)
	in, err := imap.New(imap.Config{Host: host, Port: port, TLS: mail.TLS, User: user, Password: mailtest.Password, RootCAs: d.RootCAs})
	require.NoError(t, err)
	defer in.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, err := in.Collect(ctx, func(_ context.Context, some ...mail.ArrivedMail) error {
			for _, a := range some {
				got = append(got, a.Raw)
			}
			return nil
		})
		require.NoError(t, err)
		if len(got) >= many {
			return got
		}
		require.NoError(t, in.Wait(ctx))
	}
}
