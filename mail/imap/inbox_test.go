package imap_test

import (
	"fmt"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
)

// number makes names that nobody else has.
func numbers(word string) func() string {
	var n atomic.Int64
	return func() string { return fmt.Sprint(word, n.Add(1)) }
}

// opener returns how to open an Inbox with the configuration, but for what the
// test wants otherwise.
func opener(cfg imap.Config, addr string) func(testing.TB, mailtest.InboxOptions) mail.Inbox {
	return func(t testing.TB, o mailtest.InboxOptions) mail.Inbox {
		cfg, addr := cfg, addr
		if o.Addr != "" {
			addr = o.Addr
		}
		host, port, err := net.SplitHostPort(addr)
		require.NoError(t, err)
		cfg.Host = host
		cfg.Port, err = strconv.Atoi(port)
		require.NoError(t, err)
		if o.Password != "" {
			cfg.Password = o.Password
		}
		cfg.MaxSize, cfg.Poll, cfg.Timeout = o.MaxSize, o.Poll, o.Timeout
		in, err := imap.New(cfg)
		require.NoError(t, err)
		t.Cleanup(func() { in.Close() })
		return in
	}
}

func TestPostOffice(t *testing.T) {
	mailtest.CheckInbox(t, func(t *testing.T) mailtest.MailboxUnderTest {
		po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
		require.NoError(t, err)
		t.Cleanup(func() { po.Close() })
		var delivered [][]byte
		deliver := func(t testing.TB, raw []byte) {
			delivered = append(delivered, raw)
			require.NoError(t, po.Deliver("games+tag@demo.test", raw))
		}
		return mailtest.MailboxUnderTest{
			User:    "games",
			Open:    opener(imap.Config{TLS: mail.Plain, User: "games", Password: "demo"}, po.IMAPAddr()),
			Deliver: deliver,
			Renumber: func(t testing.TB) {
				cfg := postoffice.Config{SMTPAddr: po.SMTPAddr(), IMAPAddr: po.IMAPAddr()}
				require.NoError(t, po.Close())
				po, err = postoffice.Start(cfg)
				require.NoError(t, err)
				for _, raw := range delivered {
					require.NoError(t, po.Deliver("games@demo.test", raw))
				}
			},
		}
	})
}

func TestDovecot(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	name := numbers("robot")
	for mode, addr := range map[mail.Security]string{mail.Plain: d.IMAPAddr, mail.STARTTLS: d.IMAPAddr, mail.TLS: d.IMAPSAddr} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			mailtest.CheckInbox(t, func(t *testing.T) mailtest.MailboxUnderTest { return dovecotBox(d, mode, addr, name()) })
		})
	}
}

// Servers that cannot move mails, or cannot tell that mail has come.
func TestPoorDovecot(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{Without: []string{"MOVE", "IDLE", "NAMESPACE", "UIDPLUS"}})
	name := numbers("robot")
	mailtest.CheckInbox(t, func(t *testing.T) mailtest.MailboxUnderTest {
		b := dovecotBox(d, mail.Plain, d.IMAPAddr, name())
		b.Polls = true
		return b
	})
}

func dovecotBox(d *mailtest.Dovecot, mode mail.Security, addr, user string) mailtest.MailboxUnderTest {
	return mailtest.MailboxUnderTest{
		User:     user,
		Open:     opener(imap.Config{TLS: mode, User: user, Password: mailtest.Password, RootCAs: d.RootCAs}, addr),
		Deliver:  func(t testing.TB, raw []byte) { d.Deliver(t, user+"+tag@test.example", raw) },
		Renumber: func(t testing.TB) { d.Renumber(t, user) },
	}
}

func TestConfig(t *testing.T) {
	for name, cfg := range map[string]imap.Config{
		"no host":               {User: "a"},
		"no user":               {Host: "127.0.0.1"},
		"no such mode":          {Host: "127.0.0.1", User: "a", TLS: "ssl"},
		"plain to elsewhere":    {Host: "192.0.2.1", User: "a", TLS: mail.Plain},
		"plain to all":          {Host: "0.0.0.0", User: "a", TLS: mail.Plain},
		"impossible port":       {Host: "127.0.0.1", User: "a", Port: 70000},
		"done where it arrives": {Host: "127.0.0.1", User: "a", FiledFolder: "inbox"},
	} {
		_, err := imap.New(cfg)
		require.Error(t, err, name)
	}
	_, err := imap.New(imap.Config{Host: "localhost", User: "a", TLS: mail.Plain, Timeout: time.Second})
	require.NoError(t, err)
}
