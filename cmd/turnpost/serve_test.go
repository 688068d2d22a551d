package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/demo"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/postoffice"
)

// journal is what a program says while it runs.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *journal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *journal) count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.text.String(), what)
}

// last returns the last line.
func (s *journal) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(s.text.String()), "\n")
	return lines[len(lines)-1]
}

// After a SIGHUP 'turnpost serve' starts again with the new configuration. One that is wrong,
// or with which no server can start, changes nothing.
func TestServeReadsItsConfigurationAgain(t *testing.T) {
	o, err := demo.StartOffice("127.0.0.1:0", "127.0.0.1:0", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	defer o.Close()
	dir := dbtest.Dir(t)
	path := filepath.Join(dir, "turnpost.toml")
	password := postoffice.Password
	write := func(level, more string) {
		_, imap, err := net.SplitHostPort(o.IMAPAddr())
		require.NoError(t, err)
		_, smtp, err := net.SplitHostPort(o.SMTPAddr())
		require.NoError(t, err)
		text := fmt.Sprintf("[robot]\naddress = %q\n[imap]\nhost = \"127.0.0.1\"\nport = %s\ntls = \"plain\"\nuser = %q\npassword = %q\n[smtp]\nhost = \"127.0.0.1\"\nport = %s\ntls = \"plain\"\nuser = %[3]q\npassword = %[4]q\n[log]\nlevel = %[6]q\n%[7]s",
			demo.Bot, imap, demo.Bot, password, smtp, level, more)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("info", "")
	// Should the program not be listening, the test must not die of its own signal.
	mine := make(chan os.Signal, 8)
	signal.Notify(mine, syscall.SIGHUP)
	defer signal.Stop(mine)
	log := &journal{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		a := app{In: strings.NewReader(""), Out: io.Discard, Err: log, Games: games()}
		ended <- a.run(ctx, []string{"serve", "--config", path})
	}()
	awaits := func(what string, times int) {
		t.Helper()
		require.Eventually(t, func() bool { return log.count(what) >= times }, 2*time.Minute, 5*time.Millisecond, "%s", what)
	}
	hangUp := func() {
		self, err := os.FindProcess(os.Getpid())
		require.NoError(t, err)
		require.NoError(t, self.Signal(syscall.SIGHUP))
	}
	awaits("msg=serving", 1)
	healthy := func() {
		t.Helper()
		require.Eventually(t, func() bool { return run(t, "", "health", "--config", path).out == "ok\n" }, 2*time.Minute, 10*time.Millisecond)
		require.Equal(t, result{cli.ExitOK, "ok\n", ""}, run(t, "", "health", "--live", "--config", path))
	}
	healthy()
	write("loud", "")
	hangUp()
	awaits("the old one stays", 1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	locked, err := daemon.LockDatabaseFile(filepath.Join(dir, "other.db.lock"))
	require.NoError(t, err)
	defer locked()
	third := filepath.Join(dir, "third.db")
	d, err := db.Open(t.Context(), third)
	require.NoError(t, err)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { _, err := tx.Identity(); return err }))
	require.NoError(t, d.Close())
	for n, wrong := range []struct{ password, more, why string }{
		{"wrong", "", "refused"},
		{postoffice.Password, fmt.Sprintf("[http]\nmetrics = %q\n", l.Addr()), "address already in use"},
		{postoffice.Password, fmt.Sprintf("[http]\npublic_url = \"https://example.org\"\nlisten = %q\n", l.Addr()), "address already in use"},
		{postoffice.Password, fmt.Sprintf("[lmtp]\nlisten = %q\n", l.Addr()), "address already in use"},
		{postoffice.Password, fmt.Sprintf("[database]\npath = %q\n", filepath.Join(dir, "other.db")), "another turnpost is using it"},
		{postoffice.Password, fmt.Sprintf("[database]\npath = %q\n", third), "belongs to another database"},
	} {
		password = wrong.password
		write("info", wrong.more)
		hangUp()
		awaits("the old one stays", n+2)
		require.Contains(t, log.last(), wrong.why)
	}
	require.Equal(t, 1, log.count("msg=serving"))
	password = postoffice.Password
	require.NoError(t, l.Close())
	write("info", fmt.Sprintf("[http]\nmetrics = %q\n", l.Addr()))
	require.Zero(t, log.count("level=DEBUG"))
	require.Equal(t, cli.ExitOK, run(t, "", "config", "set", "log.level=debug", "--config", path).status)
	hangUp()
	awaits("level=DEBUG", 1)
	awaits("msg=serving", 2)
	awaits("serving metrics", 1)
	healthy()
	cancel()
	require.Equal(t, cli.ExitOK, <-ended)
	require.Equal(t, cli.ExitServer, run(t, "", "health", "--config", path).status)
	require.Equal(t, 2, log.count("msg=stopped"))
	require.Zero(t, log.count("level=ERROR msg=\"the daemon"))
}

// A second database does not serve a mailbox that belongs to another one: 'serve' and 'doctor' say so,
// and how to take it over. Then the first server stops.
func TestASecondDatabaseForAMailbox(t *testing.T) {
	o, err := demo.StartOffice("127.0.0.1:0", "127.0.0.1:0", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	defer o.Close()
	written := func() string {
		path := filepath.Join(dbtest.Dir(t), "turnpost.toml")
		_, imap, err := net.SplitHostPort(o.IMAPAddr())
		require.NoError(t, err)
		_, smtp, err := net.SplitHostPort(o.SMTPAddr())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "[robot]\naddress = %q\n[imap]\nhost = \"127.0.0.1\"\nport = %s\ntls = \"plain\"\nuser = %[1]q\npassword = %[3]q\npoll = \"1s\"\n[smtp]\nhost = \"127.0.0.1\"\nport = %[4]s\ntls = \"plain\"\nuser = %[1]q\npassword = %[3]q\n",
			demo.Bot, imap, postoffice.Password, smtp), 0o600))
		return path
	}
	first, second := written(), written()
	log := &journal{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		a := app{In: strings.NewReader(""), Out: io.Discard, Err: log, Games: games()}
		ended <- a.run(ctx, []string{"serve", "--config", first})
	}()
	// The mailbox is marked when it is first read.
	require.Eventually(t, func() bool { return run(t, "", "health", "--config", first).out == "ok\n" }, 2*time.Minute,
		10*time.Millisecond)
	other := run(t, "", "serve", "--config", second)
	require.Equal(t, cli.ExitConfig, other.status)
	require.Contains(t, other.err, "the mailbox is taken: INBOX of games@demo.test belongs to another database (")
	require.Contains(t, other.err, "'turnpost daemons take-mailbox' with this configuration")
	require.Regexp(t, `fail +imap-mailbox .*belongs to another database`, run(t, "", "doctor", "--config", second, "--no-letter").out)
	require.NotContains(t, run(t, "", "doctor", "--config", first, "--no-letter").out, "another database")
	require.Zero(t, log.count("level=ERROR"))

	taken := run(t, "", "daemons", "take-mailbox", "--config", second)
	require.Equal(t, cli.ExitOK, taken.status, taken.err)
	require.Regexp(t, `(?s)^it belonged to the database [0-9a-f]{12} since .*\nINBOX of .* belongs to the database [0-9a-f]{12}, .*\n$`, taken.out)
	require.Equal(t, cli.ExitConfig, <-ended)
	require.Contains(t, log.last(), "belongs to another database")
}
