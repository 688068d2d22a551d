package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/demo"
	"turnpost/db/dbtest"
	"turnpost/mail/postoffice"
	"turnpost/rules/all"
)

// freePorts are the flags of every demo in the tests.
var freePorts = []string{"--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"}

// demoRun is a headless demo as a script sees it.
type demoRun struct {
	smtp, imap string
	stop       func() int // returns the exit status
}

func startDemo(t *testing.T, args ...string) demoRun {
	t.Helper()
	out, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	status := make(chan int, 1)
	var errs bytes.Buffer
	go func() {
		// A reader that is no terminal needs no --headless.
		a := app{In: strings.NewReader(""), Out: w, Err: &errs, Games: all.Games()}
		status <- a.run(ctx, append(append([]string{"demo"}, freePorts...), args...))
		w.Close()
	}()
	var text strings.Builder
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		text.WriteString(lines.Text() + "\n")
		if lines.Text() == "Ready." {
			break
		}
	}
	var stopped sync.Once
	d := demoRun{stop: func() (code int) {
		stopped.Do(func() {
			cancel()
			code = <-status
			require.Empty(t, errs.String())
		})
		return code
	}}
	t.Cleanup(func() { d.stop() })
	found := regexp.MustCompile(`(IMAP|SMTP) +(\S+) port (\d+), no encryption`).FindAllStringSubmatch(text.String(), -1)
	require.Len(t, found, 2, "%s%s", &text, &errs)
	d.imap, d.smtp = net.JoinHostPort(found[0][2], found[0][3]), net.JoinHostPort(found[1][2], found[1][3])
	return d
}

// send submits a message as any mail program does, with AUTH.
func (d demoRun) send(t *testing.T, name, to, header, body string) {
	t.Helper()
	from := name + "@demo.test"
	raw := fmt.Sprintf("From: %s\nTo: %s\nMessage-ID: <%d@client.test>\n%s\n%s\n", from, to, time.Now().UnixNano(), header, body)
	require.NoError(t, smtp.SendMail(d.smtp, smtp.PlainAuth("", from, "demo", "127.0.0.1"),
		from, []string{to}, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))))
}

// message waits for the nth message of somebody, from 1.
func (d demoRun) message(t *testing.T, name string, n int) *postoffice.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var nth *postoffice.Message
	count := 0
	box := postoffice.Mailbox{Addr: d.imap, User: name}
	require.NoError(t, box.Watch(ctx, func(raw []byte) {
		if count++; count == n {
			nth = postoffice.ReadMessage(raw)
			cancel()
		}
	}))
	require.NotNil(t, nth, "%s has %d letters, not %d", name, count, n)
	return nth
}

func (d demoRun) reply(t *testing.T, name string, l *postoffice.Message, text string) {
	t.Helper()
	d.send(t, name, l.ReplyTo, "Subject: Re: "+l.Subject+"\nIn-Reply-To: <"+l.MessageID+">\n", text)
}

// A mail program and the servers of a headless demo: from the invitation to a
// move that both see.
func TestDemoServesMailPrograms(t *testing.T) {
	t.Parallel()
	db := filepath.Join(dbtest.Dir(t), "kept.db")
	d := startDemo(t, "--headless", "--db", db)
	d.send(t, "alice", demo.Bot, "", "challenge bob@demo.test turro as black")
	d.reply(t, "bob", d.message(t, "bob", 1), "accept")
	toAlice := d.message(t, "alice", 2)
	require.Regexp(t, `^Your move, Alice \(move 1\), due \w+ [0-9:]+ UTC \(Turro #1\)$`, toAlice.Headline())
	d.reply(t, "alice", toAlice, "d3-d4")
	for _, l := range []*postoffice.Message{d.message(t, "alice", 3), d.message(t, "bob", 3)} {
		require.Contains(t, l.Text, "1. d3-d4")
		require.Contains(t, l.Text, "x Black, o White", "a board")
		require.Contains(t, string(l.Raw), "Turnpost-Ply: 1\r\n")
	}
	require.Equal(t, cli.ExitOK, d.stop())

	require.Equal(t, result{cli.ExitOK, "1 games replayed, no faults\n", ""}, run(t, "", "verify", "--db", db))
	d = startDemo(t, "--db", db)
	d.send(t, "bob", demo.Bot, "", "#1 d5-d4")
	for _, name := range []string{"alice", "bob"} { // or one that is claimed waits, and that is warned of
		require.Contains(t, d.message(t, name, 1).Text, "1. d3-d4  2. d5-d4")
	}
	require.Equal(t, cli.ExitOK, d.stop())
}

func TestDemoLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	d := startDemo(t)
	require.Equal(t, cli.ExitOK, d.stop())
	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDemoWrongFlags(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	addr := taken.Addr().String()
	for _, c := range []struct {
		flags  []string
		status int
		want   string
	}{
		{[]string{"--smtp", addr}, cli.ExitServer, "cannot listen on " + addr},
		{[]string{"--imap", addr}, cli.ExitServer, "cannot listen on " + addr},
		{[]string{"--smtp", "0.0.0.0:0"}, cli.ExitUsage, "not a loopback address"},
		{[]string{"--imap", "1143"}, cli.ExitUsage, "not of the form host:port"},
		{[]string{"--day", "1ms"}, cli.ExitUsage, "at least 1s"},
		{[]string{"--day", "fast"}, cli.ExitUsage, "--day"},
		{[]string{"--log", "loud"}, cli.ExitUsage, "no log level"},
		{[]string{"--db", filepath.Join(t.TempDir(), "no", "x.db")}, cli.ExitDatabase, "no such file"},
	} {
		got := run(t, "", append(append([]string{"demo"}, freePorts...), c.flags...)...)
		require.Equal(t, c.status, got.status, "%v: %s", c.flags, got.err)
		require.Contains(t, got.err, c.want)
		require.Equal(t, 1, strings.Count(got.err, "\n"), "one sentence: %s", got.err)
		require.Empty(t, got.out)
	}
}
