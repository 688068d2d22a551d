package daemon

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/postoffice"
	"turnpost/rules/all"
)

const serverAddress = "games@" + postoffice.Domain

// officeConfig returns the configuration of a daemon at a post office.
func officeConfig(t *testing.T, o *postoffice.Server, database string) config.Config {
	t.Helper()
	c := config.Default()
	c.Server.Address, c.Trust.AuthservID, c.Database = serverAddress, postoffice.Domain, config.DatabaseAt(database)
	c.IMAP.Poll = config.Duration{Duration: time.Second}
	for at, server := range map[string]*config.MailServer{o.IMAPAddr(): &c.IMAP.MailServer, o.SMTPAddr(): &c.SMTP.MailServer} {
		a, err := net.ResolveTCPAddr("tcp", at)
		require.NoError(t, err)
		*server = config.MailServer{Host: a.IP.String(), Port: a.Port, TLS: mail.Plain, User: serverAddress, Secret: postoffice.Password}
	}
	return c
}

// openOffice is a post office until the test ends.
func openOffice(t *testing.T) *postoffice.Server {
	t.Helper()
	o, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { o.Close() })
	return o
}

// serving is a daemon of the test's, at a post office of its own.
type serving struct {
	*Daemon
	smtp, imap string
	told       *told
}

// startDaemon runs a daemon at a post office until the test ends.
func startDaemon(t *testing.T, c config.HTTP) *serving {
	t.Helper()
	return startConfigured(t, func(loaded *config.Config) { loaded.HTTP = c })
}

// startConfigured does so with a configuration that is changed before.
func startConfigured(t *testing.T, change func(*config.Config)) *serving {
	t.Helper()
	o := openOffice(t)
	loaded := officeConfig(t, o, dbtest.File(t, "turnpost.db"))
	change(&loaded)
	c := loaded.HTTP
	var log syncBuffer
	logger, err := Logger(&log, "debug", "text")
	require.NoError(t, err)
	d, err := New(t.Context(), loaded, all.Games(), "of a test", logger)
	require.NoError(t, err)
	events := &told{seen: map[happening]bool{}, news: make(chan struct{}, 1)}
	watched := d.server.Observe
	d.server.Observe = func(e handler.Observation) { watched(e); events.note(e) }
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	require.NoError(t, d.Listen(ctx, loaded))
	go func() { ended <- d.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, d.Close())
		if c.PublicURL != "" {
			require.NotContains(t, log.String(), "unsubscribe/", "no token is logged")
		}
	})
	return &serving{d, o.SMTPAddr(), o.IMAPAddr(), events}
}

// send submits a message to the server as any mail program does, with AUTH.
func (s *serving) send(t *testing.T, name, body string) {
	t.Helper()
	from := name + "@" + postoffice.Domain
	raw := fmt.Sprintf("From: %s\nTo: %s\nDate: %s\nMessage-ID: <%d@client.test>\n\n%s\n", from, serverAddress, time.Now().Format(time.RFC1123Z), time.Now().UnixNano(), body)
	require.NoError(t, smtp.SendMail(s.smtp, smtp.PlainAuth("", from, postoffice.Password, "127.0.0.1"),
		from, []string{serverAddress}, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))))
}

// message waits for the nth message of somebody, from 1.
func (s *serving) message(t *testing.T, name string, n int) *postoffice.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var nth *postoffice.Message
	count := 0
	box := postoffice.Mailbox{Addr: s.imap, User: name}
	require.NoError(t, box.Watch(ctx, func(raw []byte) {
		if count++; count == n {
			nth = postoffice.ReadMessage(raw)
			cancel()
		}
	}))
	require.NotNil(t, nth, "%s has %d letters, not %d", name, count, n)
	return nth
}

// freeAddress is a loopback address that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// told is what a daemon has told of itself, after all others who listen heard it.
type told struct {
	mu   sync.Mutex
	seen map[happening]bool
	news chan struct{}
}

// happening is an event without its numbers.
type happening struct {
	what  handler.ObservationKind
	label string
}

func (o *told) note(e handler.Observation) {
	o.mu.Lock()
	o.seen[happening{e.What, e.Label}] = true
	o.mu.Unlock()
	select {
	case o.news <- struct{}{}:
	default:
	}
}

// await waits for an event, unless it came already. One goroutine may wait.
func (o *told) await(t *testing.T, what handler.ObservationKind, label string) {
	t.Helper()
	never := time.After(2 * time.Minute)
	for {
		o.mu.Lock()
		came := o.seen[happening{what, label}]
		o.mu.Unlock()
		if came {
			return
		}
		select {
		case <-o.news:
		case <-never:
			require.FailNow(t, "an event has not come", "%v %q", what, label)
		}
	}
}

// syncBuffer is a log that several goroutines write.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
