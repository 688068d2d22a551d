package smtp_test

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
	"turnpost/mail/smtp"
)

func hostPort(t testing.TB, addr string) (string, int) {
	host, p, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	port, err := strconv.Atoi(p)
	require.NoError(t, err)
	return host, port
}

// opener returns how to open a Courier with the configuration, but for what the
// test wants otherwise.
func opener(cfg smtp.CourierConfig, addr string) func(testing.TB, mailtest.CourierOptions) mail.Courier {
	return func(t testing.TB, o mailtest.CourierOptions) mail.Courier {
		cfg, addr := cfg, addr
		switch {
		case o.Fake != "":
			cfg, addr = smtp.CourierConfig{TLS: mail.Plain}, o.Fake
		case o.Addr != "":
			addr = o.Addr
		}
		if o.Password != "" {
			cfg.Password = o.Password
		}
		cfg.Host, cfg.Port = hostPort(t, addr)
		cfg.Timeout = o.Timeout
		cfg.HelloName = "robot.test.example"
		c, err := smtp.NewCourier(cfg)
		require.NoError(t, err)
		t.Cleanup(func() { c.Close() })
		return c
	}
}

// receiver returns how to read a mailbox until there are enough mails.
func receiver(cfg imap.Config, addr string) func(testing.TB, int) [][]byte {
	return func(t testing.TB, n int) (got [][]byte) {
		cfg.Host, cfg.Port = hostPort(t, addr)
		in, err := imap.New(cfg)
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
			if len(got) >= n {
				require.Len(t, got, n)
				return got
			}
			require.NoError(t, in.Wait(ctx))
		}
	}
}

func TestAlone(t *testing.T) {
	skiptest.Long(t)
	mailtest.CheckCourierAlone(t, opener(smtp.CourierConfig{}, ""))
}

func TestPostOffice(t *testing.T) {
	mailtest.CheckCourier(t, func(t *testing.T) mailtest.SendingServer {
		po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0", MaxMessageBytes: 1 << 20})
		require.NoError(t, err)
		t.Cleanup(func() { po.Close() })
		return mailtest.SendingServer{
			Addr: po.SMTPAddr(), Login: true,
			From: "games+7@demo.test", To: "anna@demo.test", Refused: "anna@else.test",
			Open:     opener(smtp.CourierConfig{TLS: mail.Plain, User: "games", Password: "demo"}, po.SMTPAddr()),
			Received: receiver(imap.Config{TLS: mail.Plain, User: "anna", Password: "demo"}, po.IMAPAddr()),
		}
	})
}

// A message goes to a real Postfix, by LMTP to a real Dovecot, and is collected
// there.
func TestPostfix(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	var n atomic.Int64
	for mode, addr := range map[mail.Security]string{mail.Plain: p.SMTPAddr, mail.STARTTLS: p.SMTPAddr, mail.TLS: p.SMTPSAddr} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			mailtest.CheckCourier(t, func(t *testing.T) mailtest.SendingServer {
				user := fmt.Sprint("anna", n.Add(1))
				return mailtest.SendingServer{
					Addr: addr, Login: true,
					From: "robot+7@test.example", To: user + "+x@test.example", Refused: "nobody@test.example",
					Open:     opener(smtp.CourierConfig{TLS: mode, User: "robot", Password: mailtest.Password, RootCAs: p.RootCAs}, addr),
					Received: receiver(imap.Config{TLS: mail.TLS, User: user, Password: mailtest.Password, RootCAs: d.RootCAs}, d.IMAPSAddr),
				}
			})
		})
	}
}

func TestCheck(t *testing.T) {
	po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	defer po.Close()
	open := func(cfg smtp.CourierConfig) *smtp.Courier {
		cfg.Host, cfg.Port = hostPort(t, po.SMTPAddr())
		c, err := smtp.NewCourier(cfg)
		require.NoError(t, err)
		return c
	}
	require.NoError(t, open(smtp.CourierConfig{TLS: mail.Plain, User: "games", Password: "demo"}).Check(t.Context()))
	require.NoError(t, open(smtp.CourierConfig{TLS: mail.Plain}).Check(t.Context()))
	require.ErrorIs(t, open(smtp.CourierConfig{TLS: mail.Plain, User: "games", Password: "x"}).Check(t.Context()), mail.ErrAccount)
	// The post office speaks no TLS.
	require.ErrorIs(t, open(smtp.CourierConfig{TLS: mail.STARTTLS}).Check(t.Context()), mail.ErrAccount)
	require.Error(t, open(smtp.CourierConfig{TLS: mail.TLS}).Check(t.Context()))
}

// A server that cannot check a login now is not a limit of the account.
func TestLoginLater(t *testing.T) {
	login := func(said string) error {
		addr := mailtest.Silent(t, "220 fake", "250-fake\r\n250 AUTH PLAIN", said, "221 bye")
		cfg := smtp.CourierConfig{TLS: mail.Plain, User: "games", Password: "x", Timeout: 2 * time.Second}
		cfg.Host, cfg.Port = hostPort(t, addr)
		c, err := smtp.NewCourier(cfg)
		require.NoError(t, err)
		return c.Check(t.Context())
	}
	later := login("454 4.7.0 Temporary authentication failure")
	require.ErrorContains(t, later, "Temporary authentication failure")
	require.NotErrorIs(t, later, mail.ErrLimited)
	require.NotErrorIs(t, later, mail.ErrAccount)
	require.ErrorIs(t, login("454 4.7.0 Too many login attempts, please try again later"), mail.ErrLimited)
}

func TestConfig(t *testing.T) {
	for name, cfg := range map[string]smtp.CourierConfig{
		"no host":            {},
		"no such mode":       {Host: "127.0.0.1", TLS: "ssl"},
		"plain to elsewhere": {Host: "192.0.2.1", TLS: mail.Plain},
		"impossible port":    {Host: "127.0.0.1", Port: -1},
		"impossible name":    {Host: "127.0.0.1", HelloName: "a b"},
	} {
		_, err := smtp.NewCourier(cfg)
		require.Error(t, err, name)
	}
	_, err := smtp.NewCourier(smtp.CourierConfig{Host: "localhost", TLS: mail.Plain})
	require.NoError(t, err)
}
