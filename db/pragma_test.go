package db

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"
)

// What the package promises of every connection is asked of the pools' own
// connections, several at a time, so that none was set by another.
func TestPragmasOfEveryConnection(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "turnpost.db")
	d, err := Open(ctx, path)
	require.NoError(t, err)
	defer d.Close()
	check := func(conn *sql.Conn) {
		for pragma, want := range map[string]string{
			"foreign_keys": "1", "synchronous": "2", "journal_mode": "wal", "busy_timeout": "5000",
		} {
			var got string
			require.NoError(t, conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got))
			require.Equal(t, want, got, pragma)
		}
	}
	for pool, n := range map[*sql.DB]int{d.write: 1, d.read: 4} {
		for range n {
			conn, err := pool.Conn(ctx)
			require.NoError(t, err)
			defer conn.Close() // at the end, so that each is another one
			check(conn)
		}
	}
}

// A write transaction takes its lock at once: another one waits instead of
// failing after it has read.
func TestUpdateLocksAtOnce(t *testing.T) {
	ctx := context.Background()
	d, err := Open(ctx, filepath.Join(t.TempDir(), "turnpost.db"))
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Update(ctx, func(tx *Tx) error {
		_, err := d.read.ExecContext(ctx, "PRAGMA query_only = 0")
		require.NoError(t, err)
		_, err = d.read.ExecContext(ctx, "PRAGMA busy_timeout = 0")
		require.NoError(t, err)
		// Nothing was written yet, and still nobody else can.
		_, err = d.read.ExecContext(ctx, "BEGIN IMMEDIATE")
		require.True(t, busy(err), "%v", err)
		return nil
	}))
}

// Update begins again while the database is busy.
func TestUpdateBeginsAgainWhenBusy(t *testing.T) {
	ctx := context.Background()
	d, err := Open(ctx, filepath.Join(t.TempDir(), "turnpost.db"))
	require.NoError(t, err)
	defer d.Close()
	begun := 0
	err = d.Update(ctx, func(*Tx) error {
		if begun++; begun < 3 {
			return fmt.Errorf("for a moment: %w", sqlite3.Error{Code: sqlite3.ErrBusy})
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 3, begun)

}

// Update gives up when the database stays busy for its limit.
func TestUpdateEndsWhenBusyForLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	synctest.Test(t, func(t *testing.T) {
		d, err := Open(t.Context(), path)
		require.NoError(t, err)
		defer d.Close()
		began := time.Now()
		err = d.Update(t.Context(), func(*Tx) error { return sqlite3.Error{Code: sqlite3.ErrBusy} })
		require.True(t, Transient(err))
		require.GreaterOrEqual(t, time.Since(began), busyLimit)
		require.Less(t, time.Since(began), busyLimit+time.Second)
	})
}

func TestTheFileIsOursAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	d, err := Open(context.Background(), path)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Update(context.Background(), func(tx *Tx) error { return tx.AddKey() }))
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
}
