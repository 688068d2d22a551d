package db_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

func open(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), path)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

func TestSQLite(t *testing.T) {
	dbtest.Check(t, func(t *testing.T) *db.DB { return open(t, filepath.Join(t.TempDir(), "a file?100%.db")) })
}

// Two programs on one file: what a second connection of the pool must hold too.
func TestTwoProcessesOnOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	a, b := open(t, path), open(t, path)
	for range 20 {
		for _, d := range []*db.DB{a, b} {
			require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error { return tx.AddKey() }))
		}
	}
	require.NoError(t, a.View(context.Background(), func(tx *db.Tx) error {
		keys, err := tx.Keys()
		require.Len(t, keys, 40)
		return err
	}))
}

func TestNewerSchemaIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	require.NoError(t, open(t, path).Close())
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = conn.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	_, err = db.Open(context.Background(), path)
	require.ErrorContains(t, err, "use a newer turnpost")
}

func TestMissingFolderIsNamed(t *testing.T) {
	_, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "no", "such.db"))
	require.ErrorContains(t, err, "the folder of the database")
}
