package imap_test

import (
	"context"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/postoffice"
)

func keepAll(context.Context, ...mail.ArrivedMail) error { return nil }

func raw(subject string) []byte {
	return []byte("From: a@test.example\r\nSubject: " + subject + "\r\n\r\nx\r\n")
}

// Where mails are when they are done.
func TestDone(t *testing.T) {
	for name, c := range map[string]struct {
		without      []string
		inbox, moved int
		flags        []goimap.Flag
	}{
		"moved":  {nil, 0, 1, nil},
		"marked": {[]string{"MOVE"}, 1, 0, []goimap.Flag{"TurnpostDone"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := mailtest.StartDovecot(t, mailtest.DovecotConfig{Without: c.without})
			d.Deliver(t, "robot@test.example", raw("0"))
			in := dovecotBox(d, mail.Plain, d.IMAPAddr, "robot").Open(t, mailtest.InboxOptions{})
			n, err := in.Collect(t.Context(), keepAll)
			require.NoError(t, err)
			require.Equal(t, 1, n)

			person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
			require.NoError(t, err)
			defer person.Close()
			require.NoError(t, person.Login("robot", mailtest.Password).Wait())
			box, err := person.Select("INBOX", nil).Wait()
			require.NoError(t, err)
			require.EqualValues(t, c.inbox, box.NumMessages)
			if c.moved > 0 {
				// Dovecot with Maildir has a dot between the parts.
				st, err := person.Status("Turnpost.Done", &goimap.StatusOptions{NumMessages: true}).Wait()
				require.NoError(t, err)
				require.EqualValues(t, c.moved, *st.NumMessages)
			}
			if c.flags != nil {
				msgs, err := person.Fetch(goimap.SeqSetNum(1), &goimap.FetchOptions{Flags: true}).Collect()
				require.NoError(t, err)
				require.Subset(t, msgs[0].Flags, c.flags)
				require.NotContains(t, msgs[0].Flags, goimap.FlagSeen)
			}
		})
	}
}

// Somebody deletes the mailbox of what is done while the server is connected.
func TestDoneIsDeleted(t *testing.T) {
	po, open := office(t)
	in := open(t, mailtest.InboxOptions{})
	_, err := in.Collect(t.Context(), keepAll)
	require.NoError(t, err)
	person, err := imapclient.DialInsecure(po.IMAPAddr(), nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login("games", "demo").Wait())
	require.NoError(t, person.Delete("Turnpost/Done").Wait())
	require.NoError(t, po.Deliver("games@demo.test", raw("0")))
	n, err := in.Collect(t.Context(), keepAll)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	st, err := person.Status("Turnpost/Done", &goimap.StatusOptions{NumMessages: true}).Wait()
	require.NoError(t, err)
	require.EqualValues(t, 1, *st.NumMessages)
}

// Mails are filed several at a time, but all that were kept before a failure are.
func TestWhatWasKeptIsFiled(t *testing.T) {
	po, open := office(t)
	for range 40 {
		require.NoError(t, po.Deliver("games@demo.test", raw("0")))
	}
	in := open(t, mailtest.InboxOptions{})
	kept := 0
	n, err := in.Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
		if kept+len(some) > 21 {
			return io.ErrShortWrite
		}
		kept += len(some)
		return nil
	})
	require.ErrorIs(t, err, io.ErrShortWrite)
	require.Equal(t, 21, n)
	person, err := imapclient.DialInsecure(po.IMAPAddr(), nil)
	require.NoError(t, err)
	defer person.Close()
	require.NoError(t, person.Login("games", "demo").Wait())
	lie := func(box string) uint32 {
		st, err := person.Status(box, &goimap.StatusOptions{NumMessages: true}).Wait()
		require.NoError(t, err)
		return *st.NumMessages
	}
	require.EqualValues(t, 19, lie("INBOX"))
	require.EqualValues(t, 21, lie("Turnpost/Done"))
	n, err = in.Collect(t.Context(), keepAll)
	require.NoError(t, err)
	require.Equal(t, 19, n)
	require.EqualValues(t, 40, lie("Turnpost/Done"))
}

func office(t *testing.T) (*postoffice.Server, func(testing.TB, mailtest.InboxOptions) mail.Inbox) {
	po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { po.Close() })
	return po, opener(imap.Config{TLS: mail.Plain, User: "games", Password: "demo"}, po.IMAPAddr())
}

// A mail that ends the connection whenever it is fetched comes last, and in the
// end not at all.
func TestPoison(t *testing.T) {
	po, open := office(t)
	for _, s := range []string{"poison", "1", "2"} {
		require.NoError(t, po.Deliver("games@demo.test", raw(s)))
	}
	in := open(t, mailtest.InboxOptions{Addr: cutter(t, po.IMAPAddr(), "UID FETCH 1 (UID RFC822.SIZE BODY")})
	n, err := in.Collect(t.Context(), keepAll)
	require.Error(t, err)
	require.Zero(t, n)
	n, err = in.Collect(t.Context(), keepAll)
	require.Error(t, err)
	require.Equal(t, 2, n, "the others pass it")
	n, err = in.Collect(t.Context(), keepAll)
	require.Error(t, err)
	require.Zero(t, n)
	require.NoError(t, po.Deliver("games@demo.test", raw("3")))
	n, err = in.Collect(t.Context(), keepAll)
	require.NoError(t, err, "it rests")
	require.Equal(t, 1, n)
	n, err = open(t, mailtest.InboxOptions{}).Collect(t.Context(), keepAll)
	require.NoError(t, err)
	require.Equal(t, 1, n, "it is still there")
}

// cutter passes a connection on, and hangs up when the client says a word.
func cutter(t *testing.T, server, word string) string {
	return mailtest.Between(t, server, func(line string) (string, bool) { return "", strings.Contains(line, word) })
}

// Nothing of an Inbox runs after Close, however its calls ended.
func TestNoGoroutineIsLeft(t *testing.T) {
	po, open := office(t)
	require.NoError(t, po.Deliver("games@demo.test", raw("0")))
	for _, o := range []mailtest.InboxOptions{
		{Poll: time.Hour},
		{Poll: time.Millisecond},
		{Addr: mailtest.Silent(t), Timeout: 10 * time.Millisecond},
		{Addr: mailtest.Silent(t, "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello"), Timeout: 10 * time.Millisecond},
		{Addr: cutter(t, po.IMAPAddr(), "UID FETCH 1 (UID RFC822.SIZE BODY")},
		{Addr: cutter(t, po.IMAPAddr(), "IDLE"), Poll: time.Hour},
	} {
		in := open(t, o)
		_, _ = in.Collect(t.Context(), func(context.Context, ...mail.ArrivedMail) error { return io.ErrShortWrite })
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_ = in.Wait(ctx)
		cancel()
		require.NoError(t, in.Close())
	}
	require.Eventually(t, func() bool {
		stacks := make([]byte, 1<<20)
		all := string(stacks[:runtime.Stack(stacks, true)])
		return !strings.Contains(all, "imapclient.") && !strings.Contains(all, "mail/imap.(*")
	}, 5*time.Second, 5*time.Millisecond)
}

func TestCheck(t *testing.T) {
	po, _ := office(t)
	check := func(change func(*imap.Config)) error {
		host, port, err := net.SplitHostPort(po.IMAPAddr())
		require.NoError(t, err)
		cfg := imap.Config{Host: host, TLS: mail.Plain, User: "games", Password: "demo", Timeout: 5 * time.Second}
		cfg.Port, err = strconv.Atoi(port)
		require.NoError(t, err)
		change(&cfg)
		in, err := imap.New(cfg)
		require.NoError(t, err)
		return in.Check(t.Context())
	}
	require.NoError(t, check(func(*imap.Config) {}))
	require.ErrorIs(t, check(func(c *imap.Config) { c.Password = "x" }), mail.ErrAccount)
	require.ErrorIs(t, check(func(c *imap.Config) { c.Mailbox = "Elsewhere" }), mail.ErrAccount)
	err := check(func(c *imap.Config) { c.TLS = mail.STARTTLS })
	require.Error(t, err, "the post office speaks no TLS")
}
