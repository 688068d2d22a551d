package server_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/mail/smtp"
)

// smallDisk is a load whose database lies on a disk of its own.
func smallDisk(t *testing.T) *load {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("this user may not mount a disk: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	s, _ := newOffice(t)
	s.Database = filepath.Join(dir, "turnpost.db")
	return newLoad(t, s, 2, s.person)
}

// fillDisk fills the disk of the database to the last byte, twice, until the daemon has felt it: the
// log has room for some commits before it grows.
func fillDisk(t *testing.T, l *load) {
	ballast := filepath.Join(filepath.Dir(l.Database), "ballast")
	for range 2 {
		felt := l.troubles.count(l.felt)
		f, err := os.Create(ballast)
		require.NoError(t, err)
		for block := make([]byte, 64<<10); len(block) > 0; {
			if _, err := f.Write(block); err != nil {
				require.ErrorIs(t, err, syscall.ENOSPC)
				block = block[:len(block)/2]
			}
		}
		require.NoError(t, f.Close())
		require.Eventually(t, func() bool { return l.troubles.count(l.felt) > felt }, patience, 5*time.Millisecond, "the daemon feels nothing")
		time.Sleep(*span / 2)
		require.NoError(t, os.Remove(ballast))
		l.progress(t, 1)
	}
}

// lockEnv makes the test binary a backup program: it locks the database that it
// names until standard input ends.
const lockEnv = "TURNPOST_TEST_LOCK"

func holdLock(path string) error {
	d, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate&_busy_timeout=60000")
	if err != nil {
		return err
	}
	defer d.Close()
	tx, err := d.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	fmt.Println("locked")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return tx.Rollback()
}

// lockDatabase lets another program hold the database's lock for a moment; and, unless the run is
// short, until the daemon has tried as long as it does, half a minute, and says so in its log.
func lockDatabase(t *testing.T, l *load) {
	for n, long := range []time.Duration{100 * time.Millisecond, *span} {
		if n == 1 && testing.Short() {
			return
		}
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), lockEnv+"="+l.Database)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		said, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "locked\n", said)
		time.Sleep(long)
		if n == 1 {
			require.Eventually(t, func() bool { return l.troubles.count("database is locked") > 0 }, patience, 20*time.Millisecond, "a line in the log")
		}
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
		l.progress(t, 1)
	}
}

// journal is what a daemon logs.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) count(what string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Count(j.text.String(), what)
}

// A daemon that cannot start because the disk is full tries again ever more seldom, and logs one line
// when that begins and one when it ends.
func TestAFullDiskAtTheStartIsLoggedOnce(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("this user may not mount a disk: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	store, err := db.Open(t.Context(), filepath.Join(dir, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	ballast := filepath.Join(dir, "ballast")
	require.ErrorIs(t, os.WriteFile(ballast, make([]byte, 8<<20), 0o600), syscall.ENOSPC)
	// What the write-ahead log has room for does not need the disk.
	for err = nil; err == nil; {
		err = store.Update(t.Context(), func(tx *db.Tx) error {
			return tx.Exec(`INSERT INTO audit (at, operator, act, subject, detail) VALUES (1, 'x', 'x', 0, 'x')`)
		})
	}
	require.True(t, db.Transient(err), "%v", err)
	log := &journal{}
	h, _ := servertest.New(t).On(store)
	s := server.New(h, store, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, smtp.PushedInbox{}, servertest.FailingCourier{}) }()
	const tried = `loop=start error=`
	require.Eventually(t, func() bool { return log.count(tried) >= 3 }, patience, 10*time.Millisecond)
	require.Equal(t, 1, log.count("level=WARN"))
	require.Equal(t, 1, log.count("in=2s"), "the pauses grow")
	require.NoError(t, os.Remove(ballast))
	require.Eventually(t, func() bool { return log.count("it works again") == 1 }, patience, 10*time.Millisecond)
	require.Equal(t, 1, log.count("level=WARN"))
	cancel()
	require.NoError(t, <-ended)
}
