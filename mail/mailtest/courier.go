package mailtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

// SendingServer is a server that sends mail on, and how to reach it.
type SendingServer struct {
	Addr string
	// From may be sent from; To is a mailbox, and Refused is none.
	From, To, Refused string
	// Open returns a Courier to the server, or to what the options say.
	Open func(t testing.TB, o CourierOptions) mail.Courier
	// Received waits until To has n messages, and returns them.
	Received func(t testing.TB, n int) [][]byte
	// Login says that there is a password.
	Login bool
}

// CourierOptions are the wishes of a test. Zero values leave them to the
// Courier.
type CourierOptions struct {
	Addr     string // the same server by another way
	Fake     string // another server, in the clear and without a login
	Password string // another password
	Timeout  time.Duration
}

// CheckCourier checks what package mail says of a Courier.
func CheckCourier(t *testing.T, newOffice func(t *testing.T) SendingServer) {
	check := func(name string, f func(t *testing.T, o SendingServer)) {
		t.Run(name, func(t *testing.T) { f(t, newOffice(t)) })
	}
	send := func(t *testing.T, c mail.Courier, from, to string, raw []byte) error {
		t.Helper()
		return c.Send(t.Context(), mail.Envelope{From: from, To: to, Raw: raw})
	}

	check("a letter arrives as it is", func(t *testing.T, o SendingServer) {
		c := o.Open(t, CourierOptions{})
		text := ".\r\n..\r\n.x\r\n\r\nFrom here\r\n.\r\nQUIT"
		require.NoError(t, send(t, c, o.From, o.To, message("0", text)))
		require.NoError(t, send(t, c, "", o.To, message("1", "")))
		got := o.Received(t, 2)
		if !strings.Contains(string(got[0]), "Subject: 0\r\n") { // servers promise no order
			got[0], got[1] = got[1], got[0]
		}
		require.True(t, strings.HasSuffix(string(got[0]), "\r\n\r\n"+text+"\r\n"), "%q", got[0])
		require.Contains(t, string(got[0]), "Return-Path: <"+o.From+">\r\n")
		require.Contains(t, string(got[1]), "Return-Path: <>\r\n")
	})

	check("a refused person's letter does not hold up others", func(t *testing.T, o SendingServer) {
		c := o.Open(t, CourierOptions{})
		err := send(t, c, o.From, o.Refused, message("0", ""))
		require.ErrorIs(t, err, mail.ErrRefused)
		require.NotErrorIs(t, err, mail.ErrAccount)
		require.NoError(t, send(t, c, o.From, o.To, message("1", "")))
		o.Received(t, 1)
	})

	check("a letter that is too large", func(t *testing.T, o SendingServer) {
		c := o.Open(t, CourierOptions{})
		require.ErrorIs(t, send(t, c, o.From, o.To, message("0", strings.Repeat("0123456789abcdef\r\n", 100_000))),
			mail.ErrRefused)
		require.NoError(t, send(t, c, o.From, o.To, message("1", "")))
	})

	check("the connection is kept, and a dead one is no failure", func(t *testing.T, o SendingServer) {
		p := NewProxy(t, o.Addr)
		c := o.Open(t, CourierOptions{Addr: p.Addr})
		for i := range 3 {
			require.NoError(t, send(t, c, o.From, o.To, message(fmt.Sprint(i), "")))
		}
		require.Equal(t, 1, p.Count())
		p.Drop()
		require.NoError(t, send(t, c, o.From, o.To, message("3", "")))
		require.Equal(t, 2, p.Count())
		require.NoError(t, c.Close())
		require.NoError(t, c.Close())
		require.NoError(t, send(t, c, o.From, o.To, message("4", "")), "it dials again")
		require.Equal(t, 3, p.Count())
		o.Received(t, 5)
	})

	check("a wrong password is the operator's business", func(t *testing.T, o SendingServer) {
		if !o.Login {
			t.Skip("there is no password")
		}
		err := send(t, o.Open(t, CourierOptions{Password: "the-wrong-secret"}), o.From, o.To, message("0", ""))
		require.ErrorIs(t, err, mail.ErrAccount)
		require.NotErrorIs(t, err, mail.ErrRefused)
		require.NotContains(t, err.Error(), "the-wrong-secret")
	})

}

// CheckCourierAlone checks what a Courier does when servers are worse than any
// real one: they fall silent, or say no in many ways. Open returns a Courier to
// CourierOptions.Fake.
func CheckCourierAlone(t *testing.T, open func(testing.TB, CourierOptions) mail.Courier) {
	// The recipient's address holds words by which answers are told apart.
	const from, to = "robot@test.example", "senderina.relay@test.example"
	send := func(ctx context.Context, c mail.Courier, raw []byte) error {
		return c.Send(ctx, mail.Envelope{From: from, To: to, Raw: raw})
	}

	t.Run("an address that is none reaches no wire", func(t *testing.T) {
		c := open(t, CourierOptions{Fake: Silent(t)})
		for _, bad := range []string{"", "x", "x@", "@x", "Anna <a@x.test>", "a@x.test> NOTIFY=NEVER",
			"a@x.test\r\nQUIT", "a b@x.test", strings.Repeat("a", 65) + "@x.test"} {
			require.ErrorIs(t, c.Send(t.Context(), mail.Envelope{From: from, To: bad}), mail.ErrRefused, "%q", bad)
			if bad != "" {
				require.ErrorIs(t, c.Send(t.Context(), mail.Envelope{From: bad, To: to}), mail.ErrRefused, "%q", bad)
			}
		}
	})

	t.Run("a server that is not there", func(t *testing.T) {
		transient(t,
			send(t.Context(), open(t, CourierOptions{Fake: loopbackAddr(freePorts(t, 1)[0])}), message("0", "")))
	})

	ok := []string{"220 fake", "250 fake", "250 sender", "250 recipient", "354 go on"}
	for name, c := range map[string]struct {
		lines []string
		size  int
		said  bool // to its end
	}{
		"from the start":            {nil, 1, false},
		"after the greeting":        {ok[:1], 1, false},
		"after MAIL":                {ok[:2], 1, false},
		"after RCPT":                {ok[:3], 1, false},
		"before the letter":         {ok[:4], 1, false},
		"in the midst of a letter":  {ok, 32 << 20, false},
		"after the end of a letter": {ok, 1, true},
	} {
		t.Run("a server that falls silent "+name, func(t *testing.T) {
			raw := message("0", strings.Repeat("0123456789abcde\n", max(c.size/16, 1)))
			timeout := 50 * time.Millisecond
			if c.said {
				timeout = 3 * time.Second // all lines before the silence must be heard in time
			}
			courier := open(t, CourierOptions{Fake: Silent(t, c.lines...), Timeout: timeout})
			within(t, 10*time.Second, func() {
				err := send(t.Context(), courier, raw)
				transient(t, err)
				require.Equal(t, c.said, errors.Is(err, mail.ErrUnanswered), "%v", err)
			})
			if c.said {
				return // the end of ctx is not the end of the wait; see mail.Linger
			}
			courier = open(t, CourierOptions{Fake: Silent(t, c.lines...), Timeout: time.Hour})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			within(t, 10*time.Second, func() { transient(t, send(ctx, courier, raw)) })
		})
	}

	for _, c := range []struct {
		name  string
		lines []string
		class error // nil: transient
	}{
		{"no service", []string{"554 go away"}, mail.ErrAccount},
		{"too busy", []string{"421 later"}, mail.ErrLimited},
		{"no EHLO", []string{"220 fake", "550 who are you"}, mail.ErrAccount},
		{"login wanted", append(ok[:2:2], "530 5.7.0 log in first"), mail.ErrAccount},
		{"sender not ours", append(ok[:2:2], "553 5.7.1 not yours"), mail.ErrAccount},
		{"sender unknown", append(ok[:2:2], "550 5.1.8 no such sender"), mail.ErrRefused},
		{"recipient unknown", append(ok[:3:3], "550 5.1.1 no such person"), mail.ErrRefused},
		{"recipient later", append(ok[:3:3], "450 4.2.1 greylisted"), mail.ErrDeferred},
		{"letter later", append(ok[:4:4], "451 4.3.0 later"), mail.ErrDeferred},
		{"letter refused", append(ok[:5:5], "554 5.6.0 spam"), mail.ErrRefused},
		{"letter not yet", append(ok[:5:5], "452 4.3.1 disk full"), mail.ErrDeferred},
		{"sender later", append(ok[:2:2], "451 4.7.1 not now"), mail.ErrPolicy},
		{"too busy for the sender", append(ok[:2:2], "421 4.3.2 shutting down"), mail.ErrLimited},
		{"sender's letter too large", append(ok[:2:2], "552 5.3.4 too large"), mail.ErrRefused},
		{"too busy for the recipient", append(ok[:3:3], "421 4.3.2 shutting down"), mail.ErrPolicy},
		{"login later, at the sender", append(ok[:2:2], "454 4.7.0 login is down"), mail.ErrLimited},
		{"login later, at the recipient", append(ok[:3:3], "454 4.7.0 login is down"), mail.ErrPolicy},
		{"login later, at the end", append(ok[:5:5], "454 4.7.0 login is down"), mail.ErrPolicy},
		{"policy at the recipient, for now", append(ok[:3:3], "451 4.7.500 server busy"), mail.ErrPolicy},
		{"policy at the end, for now", append(ok[:5:5], "451 4.7.1 not now"), mail.ErrDeferred},
		{"quota at the recipient, for now", append(ok[:3:3], "452 4.4.5 enough for now"), mail.ErrLimited},
		{"quota at the greeting", []string{"550 5.4.5 Daily user sending limit exceeded"}, mail.ErrLimited},
		{"quota at the sender", append(ok[:2:2], "550 5.4.5 Daily user sending limit exceeded"), mail.ErrLimited},
		{"quota at the recipient", append(ok[:3:3], "550 5.4.5 Daily user sending limit exceeded"), mail.ErrLimited},
		{"quota at the end", append(ok[:5:5], "550 5.4.5 Daily user sending limit exceeded"), mail.ErrLimited},
		{"quota of another kind", append(ok[:3:3], "550 5.1.90 daily limit for message recipients reached"),
			mail.ErrLimited},
		{"rate at the end", append(ok[:5:5], "421 4.7.0 try again later"), mail.ErrPolicy},
		{"policy at the end", append(ok[:5:5], "550 5.7.1 message blocked"), mail.ErrDeferred},
		{"policy of the recipient", append(ok[:3:3], "550 5.7.1 <"+to+"> takes no mail from outside"), mail.ErrRefused},
		{"policy of the recipient, for now", append(ok[:3:3], "450 4.7.1 greylisted"), mail.ErrDeferred},
		{"mailbox full", append(ok[:3:3], "552 5.2.2 mailbox full"), mail.ErrDeferred},
		{"mailbox full, without a status", append(ok[:3:3], "552 quota exceeded"), mail.ErrDeferred},
		{"mailbox full, at the end", append(ok[:5:5], "552 5.2.2 over quota"), mail.ErrDeferred},
		{"the address has the word", append(ok[:3:3], "550 5.7.1 <"+to+">: Recipient address rejected"),
			mail.ErrRefused},
		{"unclear, and our own address is accepted", append(ok[:3:3], "550 5.7.1 Sender address rejected",
			"250 reset", "250 fake", "250 sender", "250 recipient"), mail.ErrRefused},
		{"unclear for now, and our own address is accepted", append(ok[:3:3], "450 4.7.1 try later",
			"250 reset", "250 fake", "250 sender", "250 recipient"), mail.ErrDeferred},
		{"unclear, and our own address is refused", append(ok[:3:3], "550 5.7.1 Sender address rejected",
			"250 reset", "250 fake", "250 sender", "550 5.7.1 Sender address rejected"), mail.ErrPolicy},
		{"no relaying, though our own address is accepted", append(ok[:3:3], "554 5.7.1 Relay access denied",
			"250 reset", "250 fake", "250 sender", "250 recipient"), mail.ErrPolicy},
		{"no relaying", append(ok[:3:3], "554 5.7.1 <"+to+">: Relay access denied"), mail.ErrPolicy},
	} {
		t.Run("answer: "+c.name, func(t *testing.T) {
			fake := Silent(t, append(slices.Clone(c.lines), "221 bye")...)
			err := send(t.Context(), open(t, CourierOptions{Fake: fake, Timeout: 2 * time.Second}), message("0", ""))
			if c.class == nil {
				transient(t, err)
			} else {
				require.ErrorIs(t, err, c.class)
				require.Equal(t, errors.Is(c.class, mail.ErrPolicy), errors.Is(err, mail.ErrPolicy))
			}
			last := slices.IndexFunc(c.lines, func(l string) bool { return l[0] == '4' || l[0] == '5' })
			_, said, _ := strings.Cut(c.lines[last], " ")
			require.Contains(t, err.Error(), said[strings.LastIndexByte(said, ' ')+1:], "it tells the server's words")
		})
	}

	// A server that takes so many messages on a connection (RFC 5321, 3.8) takes the
	// next one on another: that is no limit of the account's.
	t.Run("answer: enough for one connection", func(t *testing.T) {
		fake := Silent(t, append(ok[:5:5], "250 taken", "421 4.7.0 enough for one connection", "221 bye")...)
		courier := open(t, CourierOptions{Fake: fake, Timeout: 2 * time.Second})
		for i := range 3 {
			require.NoError(t, send(t.Context(), courier, message(fmt.Sprint(i), "")))
		}
	})
}

func transient(t *testing.T, err error) {
	t.Helper()
	require.Error(t, err)
	require.NotErrorIs(t, err, mail.ErrAccount)
	require.NotErrorIs(t, err, mail.ErrRefused)
	require.NotErrorIs(t, err, mail.ErrDeferred)
	require.NotErrorIs(t, err, mail.ErrLimited)
}
