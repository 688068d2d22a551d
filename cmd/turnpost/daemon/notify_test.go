package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/rules/all"
)

// serviceManager listens as systemd does, and gives what it is told.
func serviceManager(t *testing.T) (told func() string) {
	t.Helper()
	// A short path: the name of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "tp")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return func() string {
		buf := make([]byte, 1000)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(20*time.Second)))
		n, err := conn.Read(buf)
		require.NoError(t, err)
		return string(buf[:n])
	}
}

func TestNotify(t *testing.T) {
	told := serviceManager(t)
	t.Setenv("WATCHDOG_USEC", "100000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	var hangs atomic.Bool
	looked := make(chan struct{}, 100)
	alive := func() error {
		select {
		case looked <- struct{}{}:
		default:
		}
		if hangs.Load() {
			return errors.New("it hangs")
		}
		return nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() { notify(ctx, alive, slog.New(slog.DiscardHandler)); close(ended) }()
	require.Equal(t, "READY=1\nSTATUS=serving", told())
	for range 3 {
		require.Equal(t, "WATCHDOG=1", told())
	}
	hangs.Store(true)
	for len(looked) > 0 {
		<-looked
	}
	for range 3 { // it goes on looking, and says nothing
		<-looked
	}
	cancel()
	<-ended
	last := told()
	for last == "WATCHDOG=1" { // at most what was said before it hung
		last = told()
	}
	require.Equal(t, "STOPPING=1", last)
}

func TestNotifyWithoutAWatchdog(t *testing.T) {
	told := serviceManager(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	notify(ctx, func() error { require.FailNow(t, "nobody waits for that"); return nil }, slog.New(slog.DiscardHandler))
	require.Equal(t, "READY=1\nSTATUS=serving", told())
	require.Equal(t, "STOPPING=1", told())
}

// A whole daemon tells it.
func TestADaemonTellsTheServiceManager(t *testing.T) {
	told := serviceManager(t)
	loaded := officeConfig(t, openOffice(t), dbtest.File(t, "turnpost.db"))
	d, err := New(t.Context(), loaded, all.Games(), "", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	defer d.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	require.Equal(t, "READY=1\nSTATUS=serving", told())
	cancel()
	require.NoError(t, <-ended)
	require.Equal(t, "STOPPING=1", told())
}
