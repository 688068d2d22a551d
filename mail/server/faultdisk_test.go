package server_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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

// fillDisk fills the disk of the database to the last byte, a few times, and at last until
// the daemon has felt it: the log has room for some commits before it grows.
func fillDisk(t *testing.T, l *load) {
	ballast := filepath.Join(filepath.Dir(l.Database), "ballast")
	for n := range 3 {
		f, err := os.Create(ballast)
		require.NoError(t, err)
		for block := make([]byte, 64<<10); len(block) > 0; {
			if _, err := f.Write(block); err != nil {
				require.ErrorIs(t, err, syscall.ENOSPC)
				block = block[:len(block)/2]
			}
		}
		require.NoError(t, f.Close())
		time.Sleep(lasting() / 2)
		if n == 2 {
			l.feel(t)
		}
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

// lockDatabase lets another program hold the database's lock for a while, and
// once for longer than SQLite's busy timeout: unless the run is short until the daemon
// has tried as long as it does, half a minute, and says so in its log.
func lockDatabase(t *testing.T, l *load) {
	for n, long := range []time.Duration{lasting() / 6, lasting() / 6, max(lasting(), 6*time.Second)} {
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
		if n == 2 && !testing.Short() {
			require.Eventually(t, func() bool { return l.troubles.count("database is locked") > 0 }, patience, 20*time.Millisecond, "a line in the log")
		}
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
		l.progress(t, 1)
	}
}
