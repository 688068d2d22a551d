package db_test

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

func TestExamine(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	_, err := db.CheckFile(t.Context(), path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoFileExists(t, path)

	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	h, err := db.CheckFile(t.Context(), path) // beside whoever has it open
	require.NoError(t, err)
	require.Positive(t, h.Known)
	require.Equal(t, h.Known, h.Schema)
	require.Empty(t, h.Faults)
	require.NoError(t, d.Close())

	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	for _, query := range []string{`UPDATE goose_db_version SET version_id = 9999 WHERE version_id = 1`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		_, err = conn.Exec(query)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close())
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	h, err = db.CheckFile(t.Context(), path)
	require.NoError(t, err)
	require.EqualValues(t, 9999, h.Schema)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after, "it changes nothing")

	// Every page but the first.
	for at := 4096; at < len(before); at += 4096 {
		copy(before[at:], "no page of SQLite")
	}
	require.NoError(t, os.WriteFile(path, before, 0o600))
	h, err = db.CheckFile(t.Context(), path)
	require.NoError(t, err)
	require.NotEmpty(t, h.Faults)

	require.NoError(t, os.WriteFile(path, nil, 0o600))
	h, err = db.CheckFile(t.Context(), path)
	require.NoError(t, err)
	require.Zero(t, h.Schema)
	require.Empty(t, h.Faults)
}

// What each table takes is told of both engines.
func TestSizes(t *testing.T) {
	skiptest.Sequential(t)
	for name, where := range map[string]func(testing.TB) string{
		"SQLite":     func(t testing.TB) string { return filepath.Join(dbtest.Dir(t), "turnpost.db") },
		"PostgreSQL": dbtest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			path := where(t)
			d, err := db.Open(t.Context(), path)
			require.NoError(t, err)
			defer d.Close()
			require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.AddKey() }))
			sizes, err := db.TableSizes(t.Context(), path)
			require.NoError(t, err)
			keys := slices.IndexFunc(sizes, func(s db.TableSize) bool { return s.Name == "keys" })
			require.GreaterOrEqual(t, keys, 0)
			require.EqualValues(t, 1, sizes[keys].Rows)
			require.Greater(t, sizes[keys].Octets, int64(db.KeySize))
			require.NoError(t, d.Vacuum(t.Context()))
		})
	}
}
