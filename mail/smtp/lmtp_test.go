package smtp_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/mail/smtp"
)

const robot = "games@play.example"

// kept is what was handed over, and how often it is refused before.
type kept struct {
	mu     sync.Mutex
	mails  []mail.ArrivedMail
	refuse int
	tries  int
}

func (k *kept) keep(_ context.Context, arrivals ...mail.ArrivedMail) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tries++
	if k.refuse > 0 {
		k.refuse--
		return errors.New("the disk is full")
	}
	k.mails = append(k.mails, arrivals...)
	return nil
}

func (k *kept) all() []mail.ArrivedMail {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]mail.ArrivedMail(nil), k.mails...)
}

// socket is a path that is short enough for one.
func socket(t *testing.T) string {
	t.Helper()
	dir, err := dbtest.MemoryFolder("tp")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "lmtp")
}

// serve takes mail until the test ends, or until stop.
func serve(t *testing.T, listen string, k *kept) (l *smtp.LMTPListener, stop func()) {
	t.Helper()
	l, err := smtp.ListenLMTP(smtp.LMTPConfig{
		Listen: listen, Mode: 0o600, Domain: "play.example", MaxSize: 4000, Log: slog.New(slog.DiscardHandler),
		Ours: func(a string) bool { return a == robot || strings.HasPrefix(a, "games+") },
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Serve(ctx, k.keep) }()
	stop = sync.OnceFunc(func() { cancel(); require.NoError(t, <-ended) })
	t.Cleanup(stop)
	return l, stop
}

// client is a mail server that hands over to a listener.
func client(t *testing.T, l *smtp.LMTPListener) *gosmtp.Client {
	t.Helper()
	conn, err := net.Dial(l.Addr().Network(), l.Addr().String())
	require.NoError(t, err)
	c := gosmtp.NewClientLMTP(conn)
	t.Cleanup(func() { c.Close() })
	return c
}

// hand hands a mail over, and returns the answer.
func hand(t *testing.T, c *gosmtp.Client, from, to, text string) error {
	t.Helper()
	if err := c.Mail(from, nil); err != nil {
		return err
	}
	if err := c.Rcpt(to, nil); err != nil {
		return errors.Join(err, c.Reset())
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(w, strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
		return err
	}
	_, err = w.CloseWithLMTPResponse()
	return err
}

const message = "From: Ada <ada@example.org>\nTo: games@play.example\nMessage-ID: <1@example.org>\nSubject: hello\n\n.a line with a dot\nd3-d4\n"

func TestAMailIsOursWhenItIsKept(t *testing.T) {
	k := &kept{refuse: 1}
	l, _ := serve(t, "unix:"+socket(t), k)
	c := client(t, l)
	err := hand(t, c, "ada@example.org", robot, message)
	var said *gosmtp.SMTPError
	require.ErrorAs(t, err, &said)
	require.Equal(t, 451, said.Code)
	require.NotContains(t, said.Message, "disk")
	require.Empty(t, k.all())

	require.NoError(t, hand(t, c, "ada@example.org", "games+12.abc@play.example", message))
	require.NoError(t, hand(t, c, "", robot, message), "again, as a report of failure")
	mails := k.all()
	require.Len(t, mails, 2)
	require.Equal(t, "Return-Path: <ada@example.org>\r\n"+strings.ReplaceAll(message, "\n", "\r\n"), string(mails[0].Raw))
	require.True(t, strings.HasPrefix(string(mails[1].Raw), "Return-Path: <>\r\nFrom: "))
	require.Equal(t, mails[0].Cursor, mails[1].Cursor, "the same bytes are the same arrival")
	require.Equal(t, smtp.LMTPMailbox, mails[0].Mailbox)
	read, err := mail.Read(mails[0].Raw)
	require.NoError(t, err)
	require.Equal(t, []string{".a line with a dot", "d3-d4"}, read.Lines)
}

// A message that there is no room for is put off, and taken when there is. The operator is told
// elsewhere, once.
func TestWithoutRoomAMailIsPutOff(t *testing.T) {
	var log bytes.Buffer
	l, err := smtp.ListenLMTP(smtp.LMTPConfig{
		Listen: "unix:" + socket(t), Mode: 0o600, Domain: "play.example", Log: slog.New(slog.NewTextHandler(&log, nil)),
		Ours: func(a string) bool { return a == robot },
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var room atomic.Bool
	go func() {
		ended <- l.Serve(ctx, func(_ context.Context, arrivals ...mail.ArrivedMail) error {
			if room.Load() || strings.Contains(string(arrivals[0].Raw), "proven") {
				return nil
			}
			return fmt.Errorf("keeping: %w", &mail.LeftOutError{Left: []int{0}})
		})
	}()
	c := client(t, l)
	for range 3 {
		var said *gosmtp.SMTPError
		require.ErrorAs(t, hand(t, c, "ada@example.org", robot, message), &said)
		require.Equal(t, 452, said.Code)
		require.Equal(t, gosmtp.EnhancedCode{4, 3, 1}, said.EnhancedCode)
		require.NoError(t, hand(t, c, "ada@example.org", robot, message+"proven\n"), "on the same connection")
	}
	room.Store(true)
	require.NoError(t, hand(t, c, "ada@example.org", robot, message))
	require.NoError(t, c.Quit())
	cancel()
	require.NoError(t, <-ended)
	require.Empty(t, log.String())
}

func TestOnlyOurMailIsTaken(t *testing.T) {
	k := &kept{}
	l, _ := serve(t, "127.0.0.1:0", k)
	err := hand(t, client(t, l), "eve@evil.example", "victim@example.org", message)
	var said *gosmtp.SMTPError
	require.ErrorAs(t, err, &said)
	require.Equal(t, 550, said.Code)
	require.Equal(t, gosmtp.EnhancedCode{5, 1, 1}, said.EnhancedCode)
	require.Empty(t, k.all())
}

func TestOfALargeMailTheHeaderIsTaken(t *testing.T) {
	k := &kept{}
	l, _ := serve(t, "unix:"+socket(t), k)
	c := client(t, l)
	large := message + strings.Repeat("d3-d4 and more of it\n", 10_000)
	require.NoError(t, hand(t, c, "ada@example.org", robot, large))
	require.NoError(t, hand(t, c, "ada@example.org", robot, message), "the connection goes on")
	mails := k.all()
	require.Len(t, mails, 2)
	require.True(t, mails[0].TooLarge)
	require.EqualValues(t, len(large)+strings.Count(large, "\n"), mails[0].Size)
	require.NotContains(t, string(mails[0].Raw), "d3-d4")
	require.Contains(t, string(mails[0].Raw), "Subject: hello\r\n\r\n")
	require.False(t, mails[1].TooLarge)
}

func TestTheSocket(t *testing.T) {
	path := socket(t)
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	require.NoError(t, err)
	dead.SetUnlinkOnClose(false)
	require.NoError(t, dead.Close())
	l, stop := serve(t, "unix:"+path, &kept{})
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
	cfg := smtp.LMTPConfig{Listen: "unix:" + path, Log: slog.New(slog.DiscardHandler)}
	_, err = smtp.ListenLMTP(cfg)
	require.ErrorContains(t, err, "another server listens at "+path)
	stop()
	_, err = net.Dial("unix", l.Addr().String())
	require.Error(t, err)
	require.NoError(t, os.WriteFile(path, []byte("a file"), 0o600))
	_, err = smtp.ListenLMTP(cfg)
	require.ErrorContains(t, err, "is no socket")
	for listen, want := range map[string]string{"0.0.0.0:24": "no login", ":24": "no login", "mail.example.org:24": "no login", "unix:": "no path", "lmtp": "neither"} {
		require.ErrorContains(t, smtp.CheckLMTPListen(listen), want, listen)
	}
	require.NoError(t, smtp.CheckLMTPListen("[::1]:24"))
}

// TestPostfixHandsOver: what could not be stored stays with Postfix, and comes once.
func TestPostfixHandsOver(t *testing.T) {
	k := &kept{refuse: 2}
	l, _ := serve(t, "127.0.0.1:0", k)
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{}) // for its certificate
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"play.example"}, Dovecot: d, Through: l.Addr().String()})
	c, err := gosmtp.Dial(p.SMTPAddr)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SendMail("ada@example.org", []string{"games+1.x@play.example"}, strings.NewReader(strings.ReplaceAll(message, "\n", "\r\n"))))
	require.Eventually(t, func() bool { return len(k.all()) > 0 }, time.Minute, 20*time.Millisecond)
	mails := k.all()
	require.Len(t, mails, 1)
	require.Equal(t, 3, k.tries)
	read, err := mail.Read(mails[0].Raw)
	require.NoError(t, err)
	require.Equal(t, "ada@example.org", read.From[0].Addr)
	require.True(t, strings.HasPrefix(string(mails[0].Raw), "Return-Path: <ada@example.org>\r\n"))
}

// listening takes mail with limits of time that a test can wait for.
func listening(t *testing.T, k *kept, idle, message time.Duration) net.Conn {
	t.Helper()
	l, err := smtp.ListenLMTP(smtp.LMTPConfig{
		Listen: "unix:" + socket(t), Mode: 0o600, Domain: "play.example", MaxSize: 1 << 20, Log: slog.New(slog.DiscardHandler),
		Ours: func(a string) bool { return a == robot }, MaxIdle: idle, MaxMessage: message,
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Serve(ctx, k.keep) }()
	conn, err := net.Dial(l.Addr().Network(), l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close(); cancel(); require.NoError(t, <-ended) })
	return conn
}

// A page of HTML on one line is taken, whole, by DATA and by BDAT.
func TestLongLines(t *testing.T) {
	for _, size := range []int{999, 65_000, 1 << 16, 1<<16 + 1, 100_000, 500_000, 900_000} {
		page := "<p>" + strings.Repeat("a move ", size/7) + "</p>"
		text := strings.Replace(message, "d3-d4", page, 1)
		k := &kept{}
		conn := listening(t, k, 0, 0)
		c := gosmtp.NewClientLMTP(conn)
		require.NoError(t, hand(t, c, "ada@example.org", robot, text), "%d octets", size)
		require.NoError(t, hand(t, c, "ada@example.org", robot, text+"again\n"), "on the same connection")
		mails := k.all()
		require.Len(t, mails, 2)
		require.Contains(t, string(mails[0].Raw), page)

		k = &kept{}
		conn = listening(t, k, 0, 0)
		r := bufio.NewReader(conn)
		text = strings.ReplaceAll(text, "\n", "\r\n")
		say := func(line, want string) {
			_, err := io.WriteString(conn, line)
			require.NoError(t, err)
			for {
				answer, err := r.ReadString('\n')
				require.NoError(t, err)
				if require.Equal(t, want, answer[:3], answer); answer[3] == ' ' {
					return
				}
			}
		}
		say("", "220")
		say("LHLO x\r\n", "250")
		say("MAIL FROM:<ada@example.org>\r\n", "250")
		say("RCPT TO:<"+robot+">\r\n", "250")
		say(fmt.Sprintf("BDAT %d\r\n%s", len(text)-10, text[:len(text)-10]), "250")
		say(fmt.Sprintf("BDAT 10 LAST\r\n%s", text[len(text)-10:]), "250")
		require.Len(t, k.all(), 1)
		require.Contains(t, string(k.all()[0].Raw), page)
	}
}

// A client that sends nothing, or too slowly, or commands without end, is not waited for; the
// next one is served.
func TestSlowClientsAreSentAway(t *testing.T) {
	const idle, message = 100 * time.Millisecond, 400 * time.Millisecond
	const start = "LHLO x\r\nMAIL FROM:<ada@example.org>\r\nRCPT TO:<" + robot + ">\r\n"
	for name, c := range map[string]struct {
		sends string
		slow  string // octet by octet, before the time of silence is over
	}{
		"nothing":                   {"", ""},
		"a greeting":                {"LHLO x\r\n", ""},
		"a message without its end": {start + "DATA\r\nSubject: x\r\n", ""},
		"a slow command":            {"LHLO x\r\n", "NOOP "},
		"slow commands":             {"LHLO x\r\n", "NOOP\r\n"},
		"a slow message":            {start + "DATA\r\nSubject: x\r\n\r\n", "move\r\n"},
		"a command without end":     {strings.Repeat("NOOP ", 20_000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			k := &kept{}
			conn := listening(t, k, idle, message)
			closed := make(chan struct{})
			go func() {
				_, _ = io.Copy(io.Discard, conn)
				close(closed)
			}()
			_, _ = io.WriteString(conn, c.sends) // the last may be refused
			tick := time.NewTicker(idle / 4)
			defer tick.Stop()
			for i := 0; ; i++ {
				select {
				case <-closed:
					require.Empty(t, k.all())
					return
				case <-tick.C:
					if c.slow != "" {
						_, _ = io.WriteString(conn, c.slow[i%len(c.slow):][:1])
					}
				}
			}
		})
	}
}
