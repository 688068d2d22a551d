package postoffice_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	netsmtp "net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/mail/postoffice"
)

func start(t *testing.T, change ...func(*postoffice.Config)) *postoffice.Server {
	t.Helper()
	cfg := postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"}
	for _, f := range change {
		f(&cfg)
	}
	po, err := postoffice.Start(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, po.Close()) })
	return po
}

// login opens an IMAP connection. Changes of the number of messages go to exists.
func login(t *testing.T, po *postoffice.Server, name string, exists chan<- uint32) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(po.IMAPAddr(), &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil && exists != nil {
				exists <- *data.NumMessages
			}
		},
	}})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.Login(name, "demo").Wait())
	return c
}

func fetch(t *testing.T, c *imapclient.Client, uid imap.UID) string {
	t.Helper()
	section := &imap.FetchItemBodySection{Peek: true}
	msgs, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{RFC822Size: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	require.NoError(t, err)
	require.Len(t, msgs, 1)
	raw := msgs[0].FindBodySection(section)
	require.Len(t, raw, int(msgs[0].RFC822Size))
	return string(raw)
}

func message(from, text string) []byte {
	return []byte("From: " + from + "\r\nTo: games@demo.test\r\nSubject: test\r\n\r\n" + text + "\r\n")
}

func send(t *testing.T, po *postoffice.Server, auth sasl.Client, from, to string, raw []byte) error {
	t.Helper()
	c, err := smtp.Dial(po.SMTPAddr())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Hello("laptop.example"))
	if auth != nil {
		if err := c.Auth(auth); err != nil {
			return err
		}
	}
	return c.SendMail(from, []string{to}, bytes.NewReader(raw))
}

func TestRoundTrip(t *testing.T) {
	po := start(t)
	for _, auth := range []sasl.Client{
		sasl.NewPlainClient("", "alice", "demo"),
		sasl.NewLoginClient("Alice@demo.TEST", "demo"),
	} {
		require.NoError(t, send(t, po, auth, "Alice+7@demo.test", "Games+12.7.aBc@Demo.test", message("alice@demo.test", ".dot\r\n..")))
	}
	c := login(t, po, "games@demo.test", nil)
	data, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	require.EqualValues(t, 2, data.NumMessages)
	for uid := imap.UID(1); uid <= 2; uid++ {
		got := fetch(t, c, uid)
		require.True(t, strings.HasPrefix(got, "Return-Path: <Alice+7@demo.test>\r\n"+
			"Delivered-To: Games+12.7.aBc@Demo.test\r\n"+
			"Authentication-Results: demo.test; auth=pass smtp.auth=alice@demo.test\r\n"+
			"Received: from laptop.example ([127.0.0.1])\r\n\tby demo.test with ESMTPA id "), got)
		require.True(t, strings.HasSuffix(got, "\r\n\r\n.dot\r\n..\r\n"), got)
	}
}

func TestStamps(t *testing.T) {
	po := start(t)
	alice := func() sasl.Client { return sasl.NewPlainClient("", "alice", "demo") }
	for i, c := range []struct {
		name  string
		auth  sasl.Client
		from  string
		head  string
		stamp string
	}{
		{"own", alice(), "alice@demo.test", "alice@demo.test", "alice"},
		{"a stranger", nil, "alice@demo.test", "alice@demo.test", ""},
		{"somebody else's envelope", alice(), "bob@demo.test", "bob@demo.test", ""},
		{"somebody else's From", alice(), "alice@demo.test", "bob@demo.test", "alice"},
		{"null return path", alice(), "", "alice@demo.test", "alice"},
		{"another domain", alice(), "alice@else.test", "alice@else.test", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := fmt.Sprintf("box%d", i)
			raw := append([]byte("Authentication-Results: demo.test; auth=pass smtp.auth=bob@demo.test\r\n"), message(c.head, "x")...)
			require.NoError(t, send(t, po, c.auth, c.from, name+"@demo.test", raw))
			box := login(t, po, name, nil)
			_, err := box.Select("INBOX", nil).Wait()
			require.NoError(t, err)
			got := fetch(t, box, 1)
			if c.stamp == "" {
				require.NotContains(t, got, "Authentication-Results")
			} else {
				require.Equal(t, 1, strings.Count(got, "Authentication-Results: demo.test; auth=pass smtp.auth="+c.stamp+"@demo.test\r\n"))
				require.Equal(t, 1, strings.Count(got, "Authentication-Results"))
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	po := start(t, func(c *postoffice.Config) { c.MaxMessageBytes, c.MaxMailboxBytes, c.MaxMailboxes = 4096, 8192, 3 })
	refused := func(err error, code int, enhanced smtp.EnhancedCode, text string) {
		t.Helper()
		var smtpErr *smtp.SMTPError
		require.True(t, errors.As(err, &smtpErr), "%v", err)
		require.Equal(t, code, smtpErr.Code)
		require.Equal(t, enhanced, smtpErr.EnhancedCode)
		require.Contains(t, smtpErr.Message, text)
	}
	raw := message("a@x.test", "x")
	refused(send(t, po, nil, "a@x.test", "b@x.test", raw), 550, smtp.EnhancedCode{5, 1, 2}, "demo.test only")
	refused(send(t, po, nil, "a@x.test", "+tag@demo.test", raw), 553, smtp.EnhancedCode{5, 1, 3}, "name of a mailbox")
	refused(send(t, po, sasl.NewPlainClient("", "alice", "wrong"), "", "a@demo.test", raw), 535, smtp.EnhancedCode{5, 7, 8}, "")
	refused(send(t, po, sasl.NewPlainClient("bob", "alice", "demo"), "", "a@demo.test", raw), 535, smtp.EnhancedCode{5, 7, 8}, "")
	refused(send(t, po, sasl.NewLoginClient("alice@x.test", "demo"), "", "a@demo.test", raw), 535, smtp.EnhancedCode{5, 7, 8}, "")
	refused(send(t, po, nil, "", "a@demo.test", message("a@x.test", strings.Repeat("x", 4096))), 552, smtp.EnhancedCode{5, 3, 4}, "")
	loop := []byte(strings.Repeat("Received: x\r\n", 101) + "\r\n")
	refused(send(t, po, nil, "", "a@demo.test", loop), 554, smtp.EnhancedCode{5, 4, 6}, "too often")
	big := message("a@x.test", strings.Repeat("x", 3500))
	require.NoError(t, send(t, po, nil, "", "a@demo.test", big))
	require.NoError(t, send(t, po, nil, "", "a@demo.test", big))
	refused(send(t, po, nil, "", "a@demo.test", big), 452, smtp.EnhancedCode{4, 2, 2}, "full")
	require.NoError(t, send(t, po, nil, "", "b@demo.test", raw))
	require.NoError(t, send(t, po, nil, "", "c@demo.test", raw))
	refused(send(t, po, nil, "", "d@demo.test", raw), 452, smtp.EnhancedCode{4, 3, 1}, "3 mailboxes")
}

func TestListensOnLoopbackOnly(t *testing.T) {
	for _, addr := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "mail.example:0", "x"} {
		_, err := postoffice.Start(postoffice.Config{SMTPAddr: addr, IMAPAddr: "127.0.0.1:0"})
		require.Error(t, err, addr)
		_, err = postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: addr})
		require.Error(t, err, addr)
	}
	start(t, func(c *postoffice.Config) { c.SMTPAddr = "localhost:0" })
}

// Any script can use it: here the standard library's SMTP client.
func TestStandardClient(t *testing.T) {
	po := start(t)
	host, _, err := net.SplitHostPort(po.SMTPAddr())
	require.NoError(t, err)
	require.NoError(t, netsmtp.SendMail(po.SMTPAddr(), netsmtp.PlainAuth("", "alice", "demo", host), "alice@demo.test", []string{"games@demo.test", "bob@demo.test"}, message("alice@demo.test", "hi")))
	for _, name := range []string{"games", "bob"} {
		st, err := login(t, po, name, nil).Status("INBOX", &imap.StatusOptions{NumMessages: true}).Wait()
		require.NoError(t, err)
		require.EqualValues(t, 1, *st.NumMessages)
	}
}

func TestDeliverIsAStranger(t *testing.T) {
	po := start(t)
	require.NoError(t, po.Deliver("games+1@demo.test", message("Alice <alice@demo.test>", "x")))
	require.NoError(t, po.Deliver("games@demo.test", append([]byte("Return-Path: <>\r\n"), message("alice@demo.test", "x")...)))
	require.NoError(t, po.Deliver("games@demo.test", []byte("no header at all")))
	require.Error(t, po.Deliver("games@else.test", message("a@x.test", "x")))
	c := login(t, po, "games", nil)
	_, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(fetch(t, c, 1), "Return-Path: <alice@demo.test>\r\nDelivered-To: games+1@demo.test\r\nReceived:"))
	require.True(t, strings.HasPrefix(fetch(t, c, 2), "Return-Path: <>\r\nDelivered-To: games@demo.test\r\nReceived:"))
	require.True(t, strings.HasSuffix(fetch(t, c, 3), "\r\n\r\nno header at all\r\n"))
}

func TestLogin(t *testing.T) {
	po := start(t)
	for _, c := range []struct {
		name, password string
		ok             bool
	}{
		{"alice", "demo", true},
		{"ALICE@Demo.Test", "demo", true},
		{"alice", "Demo", false},
		{"alice@else.test", "demo", false},
		{"alice+x", "demo", false},
		{"", "demo", false},
	} {
		for _, mech := range []string{"LOGIN", "AUTHENTICATE"} {
			client, err := imapclient.DialInsecure(po.IMAPAddr(), nil)
			require.NoError(t, err)
			if mech == "LOGIN" {
				err = client.Login(c.name, c.password).Wait()
			} else {
				err = client.Authenticate(sasl.NewPlainClient("", c.name, c.password))
			}
			if c.ok {
				require.NoError(t, err)
			} else {
				var imapErr *imap.Error
				require.True(t, errors.As(err, &imapErr), "%v", err)
				require.Equal(t, imap.ResponseCodeAuthenticationFailed, imapErr.Code)
			}
			client.Close()
		}
	}
}

func TestIdle(t *testing.T) {
	po := start(t)
	exists := make(chan uint32, 16)
	c := login(t, po, "games", exists)
	_, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	// This one comes before IDLE and is told all the same.
	require.NoError(t, po.Deliver("games@demo.test", message("a@x.test", "1")))
	idle, err := c.Idle()
	require.NoError(t, err)
	require.EqualValues(t, 1, receive(t, exists))
	require.NoError(t, po.Deliver("games+t@demo.test", message("a@x.test", "2")))
	require.EqualValues(t, 2, receive(t, exists))
	// And a change by another connection.
	other := login(t, po, "games", nil)
	appended := other.Append("INBOX", int64(len("no header")), nil)
	_, err = io.WriteString(appended, "no header")
	require.NoError(t, err)
	require.NoError(t, appended.Close())
	require.EqualValues(t, 3, receive(t, exists))
	require.NoError(t, idle.Close())
	require.NoError(t, idle.Wait())
}

func receive[T any](t *testing.T, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(5 * time.Second):
		require.FailNow(t, "nothing came")
		panic("unreachable")
	}
}

func TestMove(t *testing.T) {
	po := start(t)
	expunged := make(chan uint32, 16)
	c, err := imapclient.DialInsecure(po.IMAPAddr(), &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Expunge: func(n uint32) { expunged <- n },
	}})
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Login("games", "demo").Wait())
	for _, text := range []string{"1", "2", "3"} {
		require.NoError(t, po.Deliver("games@demo.test", message("a@x.test", text)))
	}
	inbox, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	require.True(t, c.Caps().Has(imap.CapMove))

	_, err = c.Move(imap.UIDSetNum(2), "Turnpost/Done").Wait()
	var imapErr *imap.Error
	require.True(t, errors.As(err, &imapErr))
	require.Equal(t, imap.ResponseCodeTryCreate, imapErr.Code)

	require.NoError(t, c.Create("Turnpost/Done", nil).Wait())
	moved, err := c.Move(imap.UIDSetNum(2), "Turnpost/Done").Wait()
	require.NoError(t, err)
	st, err := c.Status("Turnpost/Done", &imap.StatusOptions{UIDValidity: true, NumMessages: true}).Wait()
	require.NoError(t, err)
	require.EqualValues(t, 1, *st.NumMessages)
	require.Equal(t, st.UIDValidity, moved.UIDValidity)
	require.NotEqual(t, inbox.UIDValidity, st.UIDValidity)
	require.EqualValues(t, 2, receive(t, expunged))
	require.Empty(t, expunged, "each EXPUNGE is told once")

	_, err = c.Move(imap.UIDSetNum(99), "Turnpost/Done").Wait() // nothing to move
	require.NoError(t, err)
	_, err = c.Copy(imap.UIDSetNum(99), "Turnpost/Done").Wait()
	require.NoError(t, err)
	left, err := c.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
	require.NoError(t, err)
	require.Equal(t, []imap.UID{1, 3}, left.AllUIDs())
	_, err = c.Select("Turnpost/Done", nil).Wait()
	require.NoError(t, err)
	require.Contains(t, fetch(t, c, 1), "\r\n\r\n2\r\n")
}

func TestFolders(t *testing.T) {
	po := start(t)
	c := login(t, po, "alice", nil)
	require.NoError(t, c.Create("Turnpost/Done", nil).Wait())
	require.Error(t, c.Create("Turnpost/Done", nil).Wait())
	list := func(pattern string, o *imap.ListOptions) (out []string) {
		l, err := c.List("", pattern, o).Collect()
		require.NoError(t, err)
		for _, d := range l {
			require.Equal(t, '/', d.Delim)
			out = append(out, fmt.Sprint(d.Mailbox, d.Attrs))
		}
		return out
	}
	require.Equal(t, []string{
		`Drafts[\Drafts \HasNoChildren]`, `INBOX[\HasNoChildren]`, `Sent[\Sent \HasNoChildren]`, `Trash[\Trash \HasNoChildren]`,
		`Turnpost[\HasChildren]`, `Turnpost/Done[\HasNoChildren]`,
	}, list("*", nil))
	require.Len(t, list("%", nil), 5)
	require.Len(t, list("*", &imap.ListOptions{SelectSpecialUse: true}), 3)
	require.Error(t, c.Delete("Turnpost").Wait())
	require.NoError(t, c.Rename("Turnpost", "Games", nil).Wait())
	require.Equal(t, []string{`Games[\HasChildren]`, `Games/Done[\HasNoChildren]`}, list("Games*", nil))
	require.NoError(t, c.Subscribe("Games/Done").Wait())
	require.Len(t, list("*", &imap.ListOptions{SelectSubscribed: true}), 5)
	require.NoError(t, c.Delete("Games/Done").Wait())
	require.Error(t, c.Delete("INBOX").Wait())

	// Everywhere the same UIDVALIDITY.
	data, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	st, err := c.List("", "INBOX", &imap.ListOptions{ReturnStatus: &imap.StatusOptions{UIDValidity: true}}).Collect()
	require.NoError(t, err)
	require.Equal(t, data.UIDValidity, st[0].Status.UIDValidity)
	cmd := c.Append("INBOX", 1, nil)
	_, err = io.WriteString(cmd, "x")
	require.NoError(t, err)
	require.NoError(t, cmd.Close())
	appended, err := cmd.Wait()
	require.NoError(t, err)
	require.Equal(t, data.UIDValidity, appended.UIDValidity)
	copied, err := c.Copy(imap.UIDSetNum(1), "Trash").Wait()
	require.NoError(t, err)
	trash, err := c.Status("Trash", &imap.StatusOptions{UIDValidity: true}).Wait()
	require.NoError(t, err)
	require.Equal(t, trash.UIDValidity, copied.UIDValidity)
}

// A post office that starts again on the same ports does not look like the one
// before.
func TestRestartChangesUIDValidity(t *testing.T) {
	po := start(t)
	validity := func(po *postoffice.Server) uint32 {
		data, err := login(t, po, "alice", nil).Select("INBOX", nil).Wait()
		require.NoError(t, err)
		return data.UIDValidity
	}
	before := validity(po)
	cfg := postoffice.Config{SMTPAddr: po.SMTPAddr(), IMAPAddr: po.IMAPAddr()}
	require.NoError(t, po.Close())
	require.NoError(t, po.Close())
	again, err := postoffice.Start(cfg)
	require.NoError(t, err)
	defer again.Close()
	require.NotEqual(t, before, validity(again))
}
