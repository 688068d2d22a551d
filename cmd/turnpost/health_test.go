package main

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/desk"
)

// healthAt is a health on a new database, whose clock the test turns.
func healthAt(t *testing.T) (h *health, pass func(time.Duration)) {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	h = newHealth(d, time.Minute)
	now := time.Now()
	h.now = func() time.Time { return now }
	return h, func(span time.Duration) { now = now.Add(span) }
}

func TestReady(t *testing.T) {
	h, pass := healthAt(t)
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet")
	h.observe(desk.Event{What: desk.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(5*time.Minute + time.Second)
	require.EqualError(t, h.ready(t.Context()), "the mailbox was last read 5m1s ago")
	h.observe(desk.Event{What: desk.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(time.Hour)
	h.observe(desk.Event{What: desk.Polled})
	for _, loop := range []string{"collect", "play", "clockwork"} {
		h.observe(desk.Event{What: desk.Pulse, Label: loop})
	}
	require.EqualError(t, h.stuck(), `the loop "deliver" has not gone round for 1h5m1s`)
	require.EqualError(t, h.ready(t.Context()), h.stuck().Error())
	h.observe(desk.Event{What: desk.Pulse, Label: "deliver"})
	require.NoError(t, h.stuck())
}

// A daemon whose mailbox another one reads is ready, for as long as it sees that.
func TestReadyWhileStandingBy(t *testing.T) {
	h, pass := healthAt(t)
	stand := desk.Event{What: desk.StandingBy, Label: postMailbox}
	h.observe(desk.Event{What: desk.StandingBy, Label: postClockwork})
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet", "that is another post")
	h.observe(stand)
	require.NoError(t, h.ready(t.Context()))
	metrics := func() string {
		answer := httptest.NewRecorder()
		seeingHandler(newMetrics(h.db, h, nil), h).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		return answer.Body.String()
	}
	require.NotContains(t, metrics(), "turnpost_last_poll_timestamp_seconds", "no alert for who has nothing to read")
	require.Contains(t, metrics(), "turnpost_posts_held{post=\"mailbox\"} 0\n")
	pass(5*time.Minute + time.Second)
	require.EqualError(t, h.ready(t.Context()), "who reads the mailbox was last seen 5m1s ago")
	h.observe(desk.Event{What: desk.Holding, Label: postMailbox})
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet")
	require.Contains(t, metrics(), "turnpost_posts_held{post=\"mailbox\"} 1\n")
	require.Contains(t, metrics(), "turnpost_last_poll_timestamp_seconds 0\n")
	h.observe(desk.Event{What: desk.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(time.Minute)
	h.observe(stand) // it was taken for dead
	require.NoError(t, h.ready(t.Context()))
}

// Somebody else holds the database for writing, as a backup that is stuck would.
func TestADatabaseThatCannotBeWritten(t *testing.T) {
	h, pass := healthAt(t)
	h.observe(desk.Event{What: desk.Polled})
	require.NoError(t, h.writable(t.Context()))
	require.NoError(t, h.db.Close())
	require.NoError(t, h.writable(t.Context()), "the last answer is good for a moment")
	pass(probeAge)
	require.ErrorContains(t, h.writable(t.Context()), "the database cannot be written: ")

	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(h.db, h, nil), h).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	require.Equal(t, 200, answer.Code)
	require.Contains(t, answer.Body.String(), "\nturnpost_database_up 0\n", "the rest is still told")
	require.NotContains(t, answer.Body.String(), "turnpost_queue_letters")
}

func TestHealthCommand(t *testing.T) {
	h, _ := healthAt(t)
	server := httptest.NewServer(seeingHandler(newMetrics(h.db, h, nil), h))
	addr := strings.TrimPrefix(server.URL, "http://")
	require.Equal(t, result{exitFailed, "", "turnpost: the mailbox has not been read yet\n"}, run(t, "", "health", "--metrics", addr))
	h.observe(desk.Event{What: desk.Polled})
	require.Equal(t, result{exitOK, "ok\n", ""}, run(t, "", "health", "--metrics", addr))
	server.Close()
	got := run(t, "", "health", "--metrics", addr)
	require.Equal(t, exitServer, got.status)
	require.Contains(t, got.err, "no daemon answers at "+addr)
	require.Equal(t, exitUsage, run(t, "", "health", "--metrics", "here").status)
}

// The loops of a daemon go round under the names that health knows.
func TestEveryLoopHasPatience(t *testing.T) {
	s, _ := startService(t, HTTPConfig{})
	require.Eventually(t, func() bool {
		s.health.mu.Lock()
		defer s.health.mu.Unlock()
		require.Len(t, s.health.pulses, len(s.health.patience), "a loop of another name")
		for _, at := range s.health.pulses {
			if at.Equal(s.begun) {
				return false
			}
		}
		return true
	}, 20*time.Second, 10*time.Millisecond)
	require.NoError(t, s.health.ready(t.Context()))
}

// serving is a service of the test's, at a post office of its own.
type serving struct {
	*service
	demoRun
	begun time.Time // when its loops had not gone round yet
}

// startService runs a daemon at a post office until the test ends.
func startService(t *testing.T, c HTTPConfig) (*serving, Config) {
	t.Helper()
	office, err := openDemoOffice(demoOptions{smtp: "127.0.0.1:0", imap: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { office.Close() })
	config, err := demoConfig(office, filepath.Join(t.TempDir(), "turnpost.db"))
	require.NoError(t, err)
	config.HTTP = c
	var log syncBuffer
	a := app{err: &log, games: games()}
	logger, err := a.logger("debug", "text")
	require.NoError(t, err)
	s, err := a.newService(t.Context(), config, logger)
	require.NoError(t, err)
	begun := time.Now()
	for loop := range s.health.pulses {
		s.health.pulses[loop] = begun
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	require.NoError(t, s.listen(c))
	go func() { ended <- s.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, s.close())
		if c.PublicURL != "" {
			require.NotContains(t, log.String(), "unsubscribe/", "no token is logged")
		}
	})
	return &serving{s, demoRun{smtp: office.SMTPAddr(), imap: office.IMAPAddr()}, begun}, config
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
