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

// MailboxUnderTest is an empty mailbox on some server, and how to reach it.
type MailboxUnderTest struct {
	// User is the name that logs in.
	User string
	// Open returns an Inbox on the mailbox.
	Open func(t testing.TB, o InboxOptions) mail.Inbox
	// Deliver returns when the message lies in the mailbox.
	Deliver func(t testing.TB, raw []byte)
	// Renumber gives the mailbox another UIDVALIDITY. What is not done stays.
	// Nobody has the mailbox open.
	Renumber func(t testing.TB)
	// Polls says that the server cannot tell that message has come.
	Polls bool
}

// InboxOptions are the wishes of a test. Zero values leave them to the Inbox.
type InboxOptions struct {
	Addr     string // another server
	Password string // another password
	MaxSize  int64
	Poll     time.Duration
	Timeout  time.Duration
}

// message is a message that can be told from others by its subject.
func message(subject, text string) []byte {
	return []byte("From: Anna <anna@test.example>\r\nTo: robot@test.example\r\nSubject: " + subject + "\r\n\r\n" +
		text + "\r\n")
}

func subject(a mail.ArrivedMail) string {
	_, rest, _ := strings.Cut(string(a.Raw), "\r\nSubject: ")
	s, _, _ := strings.Cut(rest, "\r\n")
	return s
}

// collect collects once, and returns what was kept.
func collect(t *testing.T, in mail.Inbox) (kept []mail.ArrivedMail) {
	t.Helper()
	n, err := in.Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
		kept = append(kept, some...)
		return nil
	})
	require.NoError(t, err)
	require.Len(t, kept, n)
	return kept
}

func subjects(arrivals []mail.ArrivedMail) (s []string) {
	for _, a := range arrivals {
		s = append(s, subject(a))
	}
	return s
}

// within fails the test when f takes longer than it may.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(d):
		require.FailNow(t, "it takes too long", "more than %v", d)
	}
}

// CheckInbox checks what package mail says of an Inbox. Each part gets a mailbox
// of its own.
func CheckInbox(t *testing.T, newBox func(t *testing.T) MailboxUnderTest) {
	check := func(name string, f func(t *testing.T, b MailboxUnderTest)) {
		t.Run(name, func(t *testing.T) { f(t, newBox(t)) })
	}
	checkCollecting(check)
	checkFiling(check)
	checkNoRoom(check)
	checkSizes(check)
	checkWaiting(check)
	checkFailing(check)
}

// boxCheck runs one part of CheckInbox on a mailbox of its own.
type boxCheck func(name string, f func(t *testing.T, b MailboxUnderTest))

// checkCollecting checks what a mailbox with ordinary messages gives.
func checkCollecting(check boxCheck) {
	check("an empty mailbox", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{})
		require.Empty(t, collect(t, in))
		require.Empty(t, collect(t, in))
	})

	check("oldest first, as they are, and once", func(t *testing.T, b MailboxUnderTest) {
		for i := range 5 {
			b.Deliver(t, message(fmt.Sprint(i), "a line\r\n.\r\n\r\nan\xe4ther"))
		}
		in := b.Open(t, InboxOptions{})
		got := collect(t, in)
		require.Equal(t, []string{"0", "1", "2", "3", "4"}, subjects(got))
		cursors := map[string]bool{}
		for _, a := range got {
			require.Equal(t, got[0].Mailbox, a.Mailbox)
			require.Contains(t, a.Mailbox, b.User)
			require.False(t, a.TooLarge)
			require.EqualValues(t, len(a.Raw), a.Size)
			require.True(t, strings.HasSuffix(string(a.Raw), "\r\n\r\na line\r\n.\r\n\r\nan\xe4ther\r\n"))
			cursors[a.Cursor] = true
		}
		require.Len(t, cursors, 5)
		require.Empty(t, collect(t, in))
		require.Empty(t, collect(t, b.Open(t, InboxOptions{})), "it is filed for everybody")
		b.Deliver(t, message("5", ""))
		require.Equal(t, []string{"5"}, subjects(collect(t, in)))
	})
}

// checkFiling checks what is handed over again, and what is not.
func checkFiling(check boxCheck) {
	check("what is not kept stays", func(t *testing.T, b MailboxUnderTest) {
		for i := range 3 {
			b.Deliver(t, message(fmt.Sprint(i), ""))
		}
		in := b.Open(t, InboxOptions{})
		broken := errors.New("no room")
		n, err := in.Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
			if slices.Contains(subjects(some), "1") {
				return broken
			}
			return nil
		})
		require.ErrorIs(t, err, broken)
		require.Equal(t, 1, n)
		require.Equal(t, []string{"1", "2"}, subjects(collect(t, in)))
	})

	check("again after a crash between keeping and filing", func(t *testing.T, b MailboxUnderTest) {
		b.Deliver(t, message("0", ""))
		b.Deliver(t, message("1", ""))
		in := b.Open(t, InboxOptions{})
		var cursor string
		n, err := in.Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
			if cursor == "" {
				cursor = some[0].Cursor
			}
			return in.Close()
		})
		require.Error(t, err)
		require.NotErrorIs(t, err, mail.ErrAccount)
		require.Positive(t, n)
		got := collect(t, in)
		require.Equal(t, []string{"0", "1"}, subjects(got))
		require.Equal(t, cursor, got[0].Cursor)
	})

	check("a mail that somebody else takes away is passed over", func(t *testing.T, b MailboxUnderTest) {
		for i := range 3 {
			b.Deliver(t, message(fmt.Sprint(i), ""))
		}
		in, other := b.Open(t, InboxOptions{}), b.Open(t, InboxOptions{})
		first := true
		_, err := in.Collect(t.Context(), func(context.Context, ...mail.ArrivedMail) error {
			if first {
				first = false
				require.Equal(t, []string{"0", "1", "2"}, subjects(collect(t, other)))
			}
			return nil
		})
		require.NoError(t, err)
		require.Empty(t, collect(t, in))
	})

	check("all that is not done comes again when the server changes its numbers", func(t *testing.T, b MailboxUnderTest) {
		if b.Renumber == nil {
			t.Skip("this server cannot be made to")
		}
		b.Deliver(t, message("0", ""))
		in := b.Open(t, InboxOptions{})
		var before string
		broken := errors.New("no room")
		_, err := in.Collect(t.Context(),
			func(_ context.Context, some ...mail.ArrivedMail) error { before = some[0].Cursor; return broken })
		require.ErrorIs(t, err, broken)
		require.NoError(t, in.Close())
		b.Renumber(t)
		got := collect(t, in)
		require.Equal(t, []string{"0"}, subjects(got))
		require.NotEqual(t, before, got[0].Cursor)
	})
}

// checkNoRoom checks what becomes of messages that there is no room for.
func checkNoRoom(check boxCheck) {
	// collectSome collects once, and keeps those that mayKeep reports. It returns the batches that
	// were passed, and what was kept.
	collectSome := func(t *testing.T, in mail.Inbox, mayKeep func(subject string) bool) (passed, kept []string) {
		t.Helper()
		n, err := in.Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
			noRoom := &mail.LeftOutError{}
			for i, s := range subjects(some) {
				passed = append(passed, s)
				if mayKeep(s) {
					kept = append(kept, s)
				} else {
					noRoom.Left = append(noRoom.Left, i)
					if strings.HasPrefix(s, "dns") {
						noRoom.Undecided = append(noRoom.Undecided, i)
					}
				}
			}
			if len(noRoom.Left) > 0 {
				return noRoom
			}
			return nil
		})
		require.NoError(t, err)
		require.Len(t, kept, n)
		return passed, kept
	}
	proven := func(s string) bool { return strings.HasPrefix(s, "proven") }
	all := func(string) bool { return true }

	check("without room, what is left stays, and comes later, the oldest first", func(t *testing.T, b MailboxUnderTest) {
		for _, s := range []string{"a", "proven 1", "b", "proven 2", "c"} {
			b.Deliver(t, message(s, ""))
		}
		in := b.Open(t, InboxOptions{})
		passed, kept := collectSome(t, in, proven)
		require.Equal(t, []string{"a", "proven 1", "b", "proven 2", "c"}, passed)
		require.Equal(t, []string{"proven 1", "proven 2"}, kept)

		b.Deliver(t, message("proven 3", ""))
		b.Deliver(t, message("d", ""))
		passed, kept = collectSome(t, in, proven)
		require.Equal(t, []string{"a", "proven 3", "d"}, passed, "the oldest shows that there is no room")
		require.Equal(t, []string{"proven 3"}, kept)

		passed, _ = collectSome(t, b.Open(t, InboxOptions{}), proven)
		require.Equal(t, []string{"a", "b", "c", "d"}, passed, "nobody else filed them")
		require.NoError(t, in.Close())
		room := 2
		passed, kept = collectSome(t, in, func(s string) bool { room--; return room >= 0 })
		require.Equal(t, []string{"a", "b", "c", "d"}, passed)
		require.Equal(t, []string{"a", "b"}, kept)

		b.Deliver(t, message("e", ""))
		_, kept = collectSome(t, in, all)
		require.Equal(t, []string{"c", "d", "e"}, kept)
		require.Empty(t, collect(t, in))
		require.Empty(t, collect(t, b.Open(t, InboxOptions{})))
	})

	check("without room, what may be proven later is passed again, a few each time", func(t *testing.T, b MailboxUnderTest) {
		for n := range 20 {
			b.Deliver(t, message(fmt.Sprintf("dns %d", n), ""))
		}
		b.Deliver(t, message("a", ""))
		in := b.Open(t, InboxOptions{})
		passed, _ := collectSome(t, in, proven)
		require.Len(t, passed, 21)
		times := map[string]int{}
		for range 5 {
			passed, _ = collectSome(t, in, proven)
			require.LessOrEqual(t, len(passed), 17)
			for _, s := range passed {
				times[s]++
			}
		}
		for n := range 20 {
			require.Positive(t, times[fmt.Sprintf("dns %d", n)])
		}
		require.Zero(t, times["a"])
		_, kept := collectSome(t, in, func(s string) bool { return s == "dns 4" || s == "dns 19" })
		_, more := collectSome(t, in, func(s string) bool { return s == "dns 4" || s == "dns 19" })
		require.ElementsMatch(t, []string{"dns 4", "dns 19"}, append(kept, more...))
	})

	check("a mail without room that somebody takes away is forgotten", func(t *testing.T, b MailboxUnderTest) {
		for _, s := range []string{"a", "b"} {
			b.Deliver(t, message(s, ""))
		}
		in, other := b.Open(t, InboxOptions{}), b.Open(t, InboxOptions{})
		_, kept := collectSome(t, in, proven)
		require.Empty(t, kept)
		_, kept = collectSome(t, other, func(s string) bool { return s == "a" })
		require.Equal(t, []string{"a"}, kept)
		b.Deliver(t, message("c", ""))
		passed, _ := collectSome(t, in, proven)
		require.Equal(t, []string{"b", "c"}, passed)
		require.Equal(t, []string{"b", "c"}, subjects(collect(t, in)))
	})

	check("a mail without room comes again when the server changes its numbers", func(t *testing.T, b MailboxUnderTest) {
		if b.Renumber == nil {
			t.Skip("this server cannot be made to")
		}
		b.Deliver(t, message("a", ""))
		b.Deliver(t, message("b", ""))
		in := b.Open(t, InboxOptions{})
		_, kept := collectSome(t, in, proven)
		require.Empty(t, kept)
		require.NoError(t, in.Close())
		b.Renumber(t)
		passed, _ := collectSome(t, in, proven)
		require.Equal(t, []string{"a", "b"}, passed)
		require.Equal(t, []string{"a", "b"}, subjects(collect(t, in)))
	})
}

// checkSizes checks what large and malformed messages do.
func checkSizes(check boxCheck) {
	check("a mail that is too large comes as its header", func(t *testing.T, b MailboxUnderTest) {
		b.Deliver(t, message("small", ""))
		b.Deliver(t, message("large", strings.Repeat("0123456789abcdef 0123456789abcdef\r\n", 20_000)))
		b.Deliver(t, message("last", ""))
		got := collect(t, b.Open(t, InboxOptions{MaxSize: 600_000}))
		require.Equal(t, []string{"small", "large", "last"}, subjects(got))
		require.False(t, got[0].TooLarge)
		require.True(t, got[1].TooLarge)
		require.Greater(t, got[1].Size, int64(600_000))
		require.True(t, strings.HasSuffix(string(got[1].Raw), "Subject: large\r\n\r\n"))
		require.False(t, got[2].TooLarge)
	})

	check("a mail with pictures comes without them", func(t *testing.T, b MailboxUnderTest) {
		// 2 MB
		picture := strings.Repeat("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwAD\r\n", 30_000)
		b.Deliver(t,
			[]byte("From: a@example.org\r\nSubject: photo\r\nContent-Type: multipart/mixed; boundary=\"=_a\"\r\n\r\n--=_a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nd3-d4\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>d3-d4</p>\r\n--b--\r\n"+
				"--=_a\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n"+picture+
				"--=_a\r\nContent-Type: text/plain\r\n\r\nCheers\r\n--=_a--\r\n"))
		got := collect(t, b.Open(t, InboxOptions{MaxSize: 600_000}))
		require.Len(t, got, 1)
		require.False(t, got[0].TooLarge)
		require.Greater(t, got[0].Size, int64(2_000_000))
		require.Less(t, len(got[0].Raw), 2000)
		l, err := mail.Read(got[0].Raw)
		require.NoError(t, err)
		require.Equal(t, []string{"d3-d4", "Cheers"},
			slices.DeleteFunc(l.Lines, func(s string) bool { return s == "" }))
	})

	check("a mail of many parts comes whole", func(t *testing.T, b MailboxUnderTest) {
		text := strings.Repeat("0123456789abcdef 0123456789abcdef\r\n", 20_000)
		b.Deliver(t, message("large", text))
		got := collect(t, b.Open(t, InboxOptions{}))
		require.Len(t, got, 1)
		require.False(t, got[0].TooLarge)
		require.True(t, strings.HasSuffix(string(got[0].Raw), "\r\n\r\n"+text+"\r\n"))
	})

	check("a malformed mail does not stand before the others", func(t *testing.T, b MailboxUnderTest) {
		b.Deliver(t,
			[]byte("From: a\r\nFrom: (\r\nSubject: 0\r\nContent-Type: multipart/mixed; boundary=\"\r\nDate: \"\r\nTo: <<<\r\n\r\n--\r\n\x00"))
		b.Deliver(t, []byte("no header\r\n"))
		b.Deliver(t, message("2", ""))
		got := collect(t, b.Open(t, InboxOptions{}))
		require.Len(t, got, 3)
		require.Equal(t, "2", subject(got[2]))
	})
}

// checkWaiting checks how Wait ends.
func checkWaiting(check boxCheck) {
	check("Wait ends when mail comes", func(t *testing.T, b MailboxUnderTest) {
		poll := time.Hour
		if b.Polls {
			poll = 50 * time.Millisecond
		}
		in := b.Open(t, InboxOptions{Poll: poll})
		require.Empty(t, collect(t, in))
		delivered := make(chan struct{})
		go func() {
			defer close(delivered)
			b.Deliver(t, message("0", ""))
		}()
		defer func() { <-delivered }()
		within(t, 20*time.Second, func() {
			var got []mail.ArrivedMail
			for len(got) == 0 {
				require.NoError(t, in.Wait(t.Context()))
				got = collect(t, in)
			}
			require.Equal(t, []string{"0"}, subjects(got))
		})
	})

	check("Wait ends at the poll interval, whatever the server says", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{Poll: 20 * time.Millisecond})
		require.Empty(t, collect(t, in))
		within(t, 10*time.Second, func() {
			require.NoError(t, in.Wait(t.Context()))
			require.NoError(t, in.Wait(t.Context()))
			require.Empty(t, collect(t, in))
		})
	})

	check("the end of the context ends Wait", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{Poll: time.Hour})
		require.Empty(t, collect(t, in))
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		within(t, 10*time.Second, func() { require.ErrorIs(t, in.Wait(ctx), context.DeadlineExceeded) })
		require.Empty(t, collect(t, in), "it goes on afterwards")
	})

	check("Close ends Wait, and the Inbox dials again", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{Poll: time.Hour})
		require.NoError(t, in.Close(), "before anything")
		require.Empty(t, collect(t, in))
		waiting := make(chan error, 1)
		go func() { waiting <- in.Wait(t.Context()) }()
		require.NoError(t, in.Close())
		within(t, 10*time.Second, func() { <-waiting })
		b.Deliver(t, message("0", ""))
		require.Equal(t, []string{"0"}, subjects(collect(t, in)))
		require.NoError(t, in.Close())
		require.NoError(t, in.Close())
	})
}

// checkFailing checks what comes of servers that refuse or do not answer.
func checkFailing(check boxCheck) {
	check("a wrong password is the operator's business", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{Password: "the-wrong-secret"})
		_, err := in.Collect(t.Context(), nil)
		require.ErrorIs(t, err, mail.ErrAccount)
		require.Contains(t, err.Error(), b.User)
		require.Contains(t, err.Error(), "127.0.0.1:")
		require.NotContains(t, err.Error(), "the-wrong-secret")
	})

	for name, lines := range map[string][]string{
		"from the start":     nil,
		"after the greeting": {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello"},
		"after the login": {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello",
			"T1 OK [CAPABILITY IMAP4rev1] welcome"},
		"in its first answer": {"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello",
			"T1 OK [CAPABILITY IMAP4rev1] welcome", "* 1 FETCH (BODY[] {1000}"},
	} {
		check("a server that falls silent "+name, func(t *testing.T, b MailboxUnderTest) {
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

	check("a server that is not there", func(t *testing.T, b MailboxUnderTest) {
		in := b.Open(t, InboxOptions{Addr: loopbackAddr(freePorts(t, 1)[0])})
		_, err := in.Collect(t.Context(), nil)
		require.Error(t, err)
		require.NotErrorIs(t, err, mail.ErrAccount)
	})
}
