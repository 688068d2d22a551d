package server_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/mailtest"
)

// runUntil runs the daemon in this process until step, which hears of each step,
// or when has called stop. It checks that the daemon ends, waiting for no server,
// whose answers could take longer than any test, and leaves nothing running.
func (s station) runUntil(t *testing.T, step func(stop func(), name string), when func(stop func())) {
	t.Helper()
	s.Timeout = time.Hour
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopping := make(chan struct{})
	stop := func() {
		if ctx.Err() == nil {
			cancel()
			close(stopping)
		}
	}
	ended := make(chan error, 1)
	go func() {
		ended <- s.run(ctx, func(name string) {
			if step != nil {
				step(stop, name)
			}
		})
	}()
	if when != nil {
		when(stop)
	}
	select {
	case <-stopping:
	case <-time.After(patience):
		require.FailNow(t, "nothing to stop at has come")
	}
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(patience):
		require.FailNow(t, "the daemon does not stop")
	}
	require.Eventually(t, func() bool { return len(running()) == 0 }, patience, time.Millisecond, "%s", running())
}

// running lists the goroutines of a daemon. No other may run in this process, so these tests are
// not parallel.
func running() (stacks []string) {
	buf := make([]byte, 1<<20)
	for _, stack := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		for _, of := range []string{"turnpost/mail/server.(", "turnpost/mail/handler.(", "turnpost/mail/imap.", "turnpost/mail/smtp.", "go-imap/v2/imapclient.", "database/sql."} {
			if strings.Contains(stack, of) {
				stacks = append(stacks, stack)
				break
			}
		}
	}
	return stacks
}

// TestStoppedAtEachStep stops the daemon at each step. Other than a death, a
// stop brings no copies: what was sent is noted.
func TestStoppedAtEachStep(t *testing.T) {
	skiptest.Long(t)
	for _, step := range steps {
		t.Run(fmt.Sprintf("%s%d", step.name, step.nth), func(t *testing.T) {
			sc := newScene(t, "challenge")
			times := 0
			sc.runUntil(t, func(stop func(), name string) {
				if name == step.name {
					if times++; times == step.nth {
						stop()
					}
				}
			}, nil)
			end := sc.start(t)
			sc.settle(t)
			end()
			require.Zero(t, sc.check(t))
		})
	}
}

func TestStoppedWhileIdle(t *testing.T) {
	skiptest.Long(t)
	sc := newScene(t, "challenge")
	sc.runUntil(t, nil, func(stop func()) {
		require.NoError(t, sc.ada.collect(t.Context(), 1))
		require.NoError(t, sc.bob.collect(t.Context(), 1))
		sc.settle(t)
		stop()
	})
	require.Zero(t, sc.check(t))
}

// TestStoppedAtASilentServer: who waits for an answer that never comes can be
// stopped as well.
func TestStoppedAtASilentServer(t *testing.T) {
	skiptest.Long(t)
	t.Run("IMAP", func(t *testing.T) {
		s, _ := newOffice(t)
		door := mailtest.NewProxy(t, mailtest.Silent(t))
		s.IMAP = door.Addr
		s.runUntil(t, nil, func(stop func()) {
			require.Eventually(t, func() bool { return door.Count() > 0 }, patience, time.Millisecond)
			stop()
		})
	})
	t.Run("SMTP", func(t *testing.T) {
		sc := newScene(t, "challenge")
		door := mailtest.NewProxy(t, mailtest.Silent(t))
		mute := sc.station
		mute.SMTP = door.Addr
		mute.runUntil(t, nil, func(stop func()) {
			require.Eventually(t, func() bool { return door.Count() > 0 }, patience, time.Millisecond)
			stop()
		})
		end := sc.start(t)
		sc.settle(t)
		end()
		require.Zero(t, sc.check(t))
	})
	t.Run("nobody there", func(t *testing.T) {
		s := station{Robot: "games@demo.test", IMAP: "127.0.0.1:1", SMTP: "127.0.0.1:1", User: "games", Password: "demo",
			Database: filepath.Join(dbtest.Dir(t), "turnpost.db")}
		s.runUntil(t, nil, func(stop func()) { stop() })
	})
}
