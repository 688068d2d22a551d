package mailtest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

// checkWaiting checks how Wait ends.
func checkWaiting(check boxCheck) {
	check("Wait ends when mail comes", func(t *testing.T, b Box) {
		poll := time.Hour
		if b.Polls {
			poll = 50 * time.Millisecond
		}
		in := b.Open(t, InboxOptions{Poll: poll})
		require.Empty(t, collect(t, in))
		delivered := make(chan struct{})
		go func() {
			defer close(delivered)
			b.Deliver(t, letter("0", ""))
		}()
		defer func() { <-delivered }()
		within(t, 20*time.Second, func() {
			var got []mail.Arrival
			for len(got) == 0 {
				require.NoError(t, in.Wait(t.Context()))
				got = collect(t, in)
			}
			require.Equal(t, []string{"0"}, subjects(got))
		})
	})

	check("Wait ends at the poll interval, whatever the server says", func(t *testing.T, b Box) {
		in := b.Open(t, InboxOptions{Poll: 20 * time.Millisecond})
		require.Empty(t, collect(t, in))
		within(t, 10*time.Second, func() {
			require.NoError(t, in.Wait(t.Context()))
			require.NoError(t, in.Wait(t.Context()))
			require.Empty(t, collect(t, in))
		})
	})

	check("the end of the context ends Wait", func(t *testing.T, b Box) {
		in := b.Open(t, InboxOptions{Poll: time.Hour})
		require.Empty(t, collect(t, in))
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		within(t, 10*time.Second, func() { require.ErrorIs(t, in.Wait(ctx), context.DeadlineExceeded) })
		require.Empty(t, collect(t, in), "it goes on afterwards")
	})

	check("Close ends Wait, and the Inbox dials anew", func(t *testing.T, b Box) {
		in := b.Open(t, InboxOptions{Poll: time.Hour})
		require.NoError(t, in.Close(), "before anything")
		require.Empty(t, collect(t, in))
		waiting := make(chan error, 1)
		go func() { waiting <- in.Wait(t.Context()) }()
		require.NoError(t, in.Close())
		within(t, 10*time.Second, func() { <-waiting })
		b.Deliver(t, letter("0", ""))
		require.Equal(t, []string{"0"}, subjects(collect(t, in)))
		require.NoError(t, in.Close())
		require.NoError(t, in.Close())
	})
}

// checkFailing checks what comes of servers that refuse or do not answer.
func checkFailing(check boxCheck) {
	check("a wrong password is the operator's business", func(t *testing.T, b Box) {
		in := b.Open(t, InboxOptions{Password: "the-wrong-secret"})
		_, err := in.Collect(t.Context(), nil)
		require.ErrorIs(t, err, mail.ErrAccount)
		require.Contains(t, err.Error(), b.User)
		require.Contains(t, err.Error(), "127.0.0.1:")
		require.NotContains(t, err.Error(), "the-wrong-secret")
	})

	for name, lines := range map[string][]string{
		"from the start":      nil,
		"after the greeting":  {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello"},
		"after the login":     {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello", "T1 OK [CAPABILITY IMAP4rev1] welcome"},
		"in its first answer": {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello", "T1 OK [CAPABILITY IMAP4rev1] welcome", "* 1 FETCH (BODY[] {1000}"},
	} {
		check("a server that falls silent "+name, func(t *testing.T, b Box) {
			in := b.Open(t, InboxOptions{Addr: Silent(t, lines...), Timeout: 50 * time.Millisecond})
			within(t, 10*time.Second, func() {
				_, err := in.Collect(t.Context(), nil)
				require.Error(t, err)
				require.NotErrorIs(t, err, mail.ErrAccount)
			})
			in = b.Open(t, InboxOptions{Addr: Silent(t, lines...), Timeout: time.Hour})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			within(t, 10*time.Second, func() {
				_, err := in.Collect(ctx, nil)
				require.Error(t, err)
			})
		})
	}

	check("a server that is not there", func(t *testing.T, b Box) {
		in := b.Open(t, InboxOptions{Addr: loopbackAddr(freePorts(t, 1)[0])})
		_, err := in.Collect(t.Context(), nil)
		require.Error(t, err)
		require.NotErrorIs(t, err, mail.ErrAccount)
	})
}
