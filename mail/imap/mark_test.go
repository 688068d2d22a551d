package imap_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
)

// marked is an account whose mailbox several servers would collect from.
type marked struct {
	user, addr string
	deliver    func(subject string)
	login      func(*imapclient.Client) error
}

func eachServer(t *testing.T, test func(t *testing.T, m marked)) {
	t.Run("post office", func(t *testing.T) {
		po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
		require.NoError(t, err)
		t.Cleanup(func() { po.Close() })
		test(t, marked{"games", po.IMAPAddr(),
			func(s string) { require.NoError(t, po.Deliver("games@demo.test", raw(s))) },
			func(c *imapclient.Client) error { return c.Login("games", postoffice.Password).Wait() }})
	})
	for name, cfg := range map[string]mailtest.DovecotConfig{
		"dovecot": {}, "dovecot without MOVE": {Without: []string{"MOVE"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := mailtest.StartDovecot(t, cfg)
			test(t, marked{"robot", d.IMAPAddr,
				func(s string) { d.Deliver(t, "robot@test.example", raw(s)) },
				func(c *imapclient.Client) error { return c.Login("robot", mailtest.Password).Wait() }})
		})
	}
}

// open returns the mailbox as a server with a database sees it, and what the log says.
func (m marked) open(t *testing.T, database string) (*imap.Inbox, *bytes.Buffer) {
	var log bytes.Buffer
	password := mailtest.Password
	if m.user == "games" {
		password = postoffice.Password
	}
	in := opener(imap.Config{TLS: mail.Plain, User: m.user, Password: password,
		Log: slog.New(slog.NewTextHandler(&log, nil))}, m.addr)(t, mailtest.InboxOptions{}).(*imap.Inbox)
	in.BelongTo(database)
	return in, &log
}

// folders lists the marks in the mailbox.
func (m marked) folders(t *testing.T) (marks []string) {
	c, err := imapclient.DialInsecure(m.addr, nil)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, m.login(c))
	list, err := c.List("", "*", nil).Collect()
	require.NoError(t, err)
	for _, f := range list {
		if strings.Contains(f.Mailbox, "Database-") {
			marks = append(marks, f.Mailbox)
		}
	}
	return marks
}

// A mailbox serves one database. A server with another one neither starts nor collects from it, until
// the mailbox is given to that.
func TestAMailboxHasOneDatabase(t *testing.T) {
	eachServer(t, func(t *testing.T, m marked) {
		first, _ := m.open(t, "aaaaaaaaaaaa")
		require.NoError(t, first.Check(t.Context()))
		require.Empty(t, m.folders(t), "only the server that collects marks the mailbox")
		m.deliver("1")
		n, err := first.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Equal(t, 1, n, "the mark is no message")
		require.Len(t, m.folders(t), 1)

		second, _ := m.open(t, "bbbbbbbbbbbb")
		m.deliver("2")
		err = second.Check(t.Context())
		require.ErrorIs(t, err, mail.ErrMailboxTaken)
		require.ErrorContains(t, err, "aaaaaaaaaaaa")
		require.ErrorContains(t, err, "turnpost daemons take-mailbox")
		_, err = second.Collect(t.Context(), keepAll)
		require.ErrorIs(t, err, mail.ErrMailboxTaken)
		n, err = first.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Equal(t, 1, n)

		before, err := second.Take(t.Context())
		require.NoError(t, err)
		require.Len(t, before, 1)
		require.Equal(t, "aaaaaaaaaaaa", before[0].Database)
		require.WithinDuration(t, time.Now(), before[0].At(), time.Minute)
		m.deliver("3")
		_, err = first.Collect(t.Context(), keepAll)
		require.ErrorIs(t, err, mail.ErrMailboxTaken)
		require.NoError(t, second.Check(t.Context()))
		for _, want := range []int{1, 0} {
			n, err = second.Collect(t.Context(), keepAll)
			require.NoError(t, err)
			require.Equal(t, want, n)
		}
		require.Len(t, m.folders(t), 1)
	})
}

// Of two servers with copies of one database the later one gives way, and each says so. The next start
// of either needs nothing.
func TestTwoServersWithCopiesOfADatabase(t *testing.T) {
	eachServer(t, func(t *testing.T, m marked) {
		original, said := m.open(t, "aaaaaaaaaaaa")
		_, err := original.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		clone, _ := m.open(t, "aaaaaaaaaaaa")
		require.NoError(t, clone.Check(t.Context()))
		_, err = clone.Collect(t.Context(), keepAll)
		require.NoError(t, err, "it cannot know of the other yet")
		_, err = original.Collect(t.Context(), keepAll)
		require.ErrorIs(t, err, mail.ErrMailboxContested, "its caller makes sure that it still collects")
		require.Empty(t, said.String())
		m.deliver("1")
		n, err := original.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Contains(t, said.String(), "a second server")
		m.deliver("2")
		_, err = clone.Collect(t.Context(), keepAll)
		require.ErrorIs(t, err, mail.ErrMailboxTaken)
		require.ErrorContains(t, err, "a copy of this database")
		n, err = original.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Len(t, m.folders(t), 1)

		require.NoError(t, original.Close())
		require.NoError(t, clone.Close())
		m.deliver("3")
		n, err = clone.Collect(t.Context(), keepAll)
		require.NoError(t, err, "a restored backup goes on")
		require.Equal(t, 1, n)
	})
}

// A person may delete the mark, or put messages into its folder: nothing is lost or played.
func TestAMarkThatIsTouched(t *testing.T) {
	eachServer(t, func(t *testing.T, m marked) {
		in, _ := m.open(t, "aaaaaaaaaaaa")
		_, err := in.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		c, err := imapclient.DialInsecure(m.addr, nil)
		require.NoError(t, err)
		defer c.Close()
		require.NoError(t, m.login(c))
		append := c.Append(m.folders(t)[0], int64(len(raw("x"))), nil)
		_, err = append.Write(raw("x"))
		require.NoError(t, err)
		require.NoError(t, append.Close())
		_, err = append.Wait()
		require.NoError(t, err)
		n, err := in.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Zero(t, n)
		require.NoError(t, c.Delete(m.folders(t)[0]).Wait())
		m.deliver("1")
		n, err = in.Collect(t.Context(), keepAll)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Len(t, m.folders(t), 1)
	})
}
