package oauth_test

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/oauth"
	"turnpost/mail/smtp"
)

// hostPort are the halves of an address.
func hostPort(t testing.TB, addr string) (string, int) {
	t.Helper()
	host, p, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	port, err := strconv.Atoi(p)
	require.NoError(t, err)
	return host, port
}

// collect counts what lies in the mailbox, and takes it.
func collect(t testing.TB, in mail.Inbox) (n int, err error) {
	t.Helper()
	return in.Collect(t.Context(), func(context.Context, ...mail.ArrivedMail) error { return nil })
}

// A mailbox at a real Dovecot and a smarthost at a real Postfix, both of which
// take the tokens of an OAuth server, live through all that tokens go through.
func TestRealServers(t *testing.T) {
	for _, mech := range mail.BearerMechanisms() {
		t.Run(mech, func(t *testing.T) {
			t.Parallel()
			server := mailtest.StartOAuth(t, "robot")
			server.Mechanisms(mech)
			d := mailtest.StartDovecot(t, mailtest.DovecotConfig{OAuth: server})
			p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
			c := newClock()
			path := signedIn(t, server)
			source, err := oauth.New(config(server, path, c))
			require.NoError(t, err)

			imapConfig := imap.Config{TLS: mail.TLS, User: "robot", Tokens: source, RootCAs: d.RootCAs}
			imapConfig.Host, imapConfig.Port = hostPort(t, d.IMAPSAddr)
			smtpConfig := smtp.CourierConfig{TLS: mail.STARTTLS, User: "robot", Tokens: source, RootCAs: p.RootCAs, HelloName: "robot.test.example"}
			smtpConfig.Host, smtpConfig.Port = hostPort(t, p.SMTPAddr)
			in, err := imap.New(imapConfig)
			require.NoError(t, err)
			defer in.Close()
			out, err := smtp.NewCourier(smtpConfig)
			require.NoError(t, err)
			defer out.Close()

			messages := 0
			send := func() error {
				messages++
				return out.Send(t.Context(), mail.Envelope{From: "robot@test.example", To: "robot@test.example",
					Raw: fmt.Appendf(nil, "From: robot@test.example\r\nSubject: %d\r\n\r\n.\r\n", messages)})
			}
			arrive := func(want int) {
				t.Helper()
				require.Eventually(t, func() bool {
					n, err := collect(t, in)
					require.NoError(t, err)
					want -= n
					return want == 0
				}, 20*time.Second, 50*time.Millisecond)
			}
			hangUp := func() {
				require.NoError(t, in.Close())
				require.NoError(t, out.Close())
			}

			require.NoError(t, send())
			arrive(1)
			require.Equal(t, 1, server.Asked(), "both logins have one token")

			// The token's time ends while the connections are open: they go on,
			// and the next login has another token.
			c.add(2 * time.Hour)
			server.RevokeAccess()
			require.NoError(t, send())
			arrive(1)
			require.Equal(t, 1, server.Asked())
			hangUp()
			require.NoError(t, send())
			arrive(1)
			require.Equal(t, 2, server.Asked())

			// The provider ends the token before its time: the login is refused,
			// and tried again with another.
			hangUp()
			c.add(10 * time.Minute)
			server.RevokeAccess()
			require.NoError(t, send())
			arrive(1)
			require.Equal(t, 3, server.Asked())
			hangUp()
			c.add(10 * time.Minute)
			server.RevokeAccess()
			n, err := collect(t, in)
			require.NoError(t, err)
			require.Zero(t, n)
			require.Equal(t, 4, server.Asked())

			// The provider is in trouble: nobody has to do anything.
			hangUp()
			c.add(2 * time.Hour)
			server.Fail(503, 0, 503, 503, 502, 0)
			transient(t, send())
			_, err = collect(t, in)
			transient(t, err)
			require.NoError(t, send())
			arrive(1)

			// Somebody revokes the sign-in. Everything waits for the operator.
			hangUp()
			c.add(2 * time.Hour)
			server.Revoke()
			err = send()
			require.ErrorIs(t, err, mail.ErrAccount)
			require.NotErrorIs(t, err, mail.ErrRefused)
			require.ErrorContains(t, err, "run: turnpost login custom")
			require.ErrorContains(t, err, "Token has been expired or revoked.")
			_, err = collect(t, in)
			require.ErrorIs(t, err, mail.ErrAccount)
			require.ErrorContains(t, err, "run: turnpost login custom")

			// The operator signs in, in another process, and all goes on.
			write(t, path, server, server.Grant())
			require.NoError(t, send())
			arrive(1)
		})
	}
}

// What a server says of a token that it does not take reaches the operator, and
// the token does not.
func TestTheServersRefusalIsTold(t *testing.T) {
	for _, mech := range mail.BearerMechanisms() {
		t.Run(mech, func(t *testing.T) {
			t.Parallel()
			server := mailtest.StartOAuth(t, "robot")
			server.Mechanisms(mech)
			d := mailtest.StartDovecot(t, mailtest.DovecotConfig{OAuth: server})
			p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
			imapConfig := imap.Config{TLS: mail.TLS, User: "robot", Tokens: fixed("no-such-token"), RootCAs: d.RootCAs}
			imapConfig.Host, imapConfig.Port = hostPort(t, d.IMAPSAddr)
			smtpConfig := smtp.CourierConfig{TLS: mail.TLS, User: "robot", Tokens: fixed("no-such-token"), RootCAs: p.RootCAs}
			smtpConfig.Host, smtpConfig.Port = hostPort(t, p.SMTPSAddr)
			in, err := imap.New(imapConfig)
			require.NoError(t, err)
			out, err := smtp.NewCourier(smtpConfig)
			require.NoError(t, err)
			for _, err := range []error{in.Check(t.Context()), out.Check(t.Context())} {
				require.ErrorIs(t, err, mail.ErrAccount)
				require.NotContains(t, err.Error(), "no-such-token")
				status := map[string]string{"OAUTHBEARER": "status invalid_token", "XOAUTH2": "status 401"}[mech]
				require.ErrorContains(t, err, "("+mech+": "+status)
				require.ErrorContains(t, err, "uthentication failed", "the answer to our answer")
			}

			// A server that takes passwords alone is the operator's business, too.
			plain := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
			imapConfig.Host, imapConfig.Port = hostPort(t, plain.IMAPSAddr)
			imapConfig.RootCAs = plain.RootCAs
			in, err = imap.New(imapConfig)
			require.NoError(t, err)
			err = in.Check(t.Context())
			require.ErrorIs(t, err, mail.ErrAccount)
			require.ErrorContains(t, err, "offers no login by OAuth 2")
		})
	}
}

// fixed is a token from elsewhere.
type fixed string

func (f fixed) Token(context.Context) (string, error) { return string(f), nil }
func (fixed) Expire(string)                           {}

func transient(t testing.TB, err error) {
	t.Helper()
	require.Error(t, err)
	require.NotErrorIs(t, err, mail.ErrAccount)
	require.NotErrorIs(t, err, mail.ErrRefused)
	require.NotErrorIs(t, err, mail.ErrDeferred)
}
