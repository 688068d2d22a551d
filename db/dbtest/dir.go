// Package dbtest holds helpers of tests that need databases: folders, files and PostgreSQL
// servers of their own.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// Dir is a new folder for a test's databases, in memory where that is possible,
// which goes with the test. A test of the disk itself takes t.TempDir.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := MemoryFolder("turnpost")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// Blank is the file of a database that has the schema and nothing else. It is made
// once (see kept.go).
func Blank(t testing.TB) []byte {
	t.Helper()
	file, err := blank()
	require.NoError(t, err)
	return file
}

// File is a file of SQLite, in a folder of the test's, that is a database without
// anything in it.
func File(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(Dir(t), name)
	require.NoError(t, os.WriteFile(path, Blank(t), 0o600))
	return path
}

var blank = sync.OnceValues(func() ([]byte, error) {
	version, _, _ := sqlite3.Version()
	path, err := kept(context.Background(), "sqlite-%x.db", version, func(out *os.File) error {
		file, err := migrated()
		if err == nil {
			_, err = out.Write(file)
		}
		return err
	})
	if err == nil {
		var file []byte
		if file, err = os.ReadFile(path); err == nil {
			return file, nil
		}
	}
	return migrated() // there may be no folder to keep it in
})

// migrated is a new file of SQLite with the schema.
func migrated() ([]byte, error) {
	dir, err := MemoryFolder("blank")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "turnpost.db")
	d, err := db.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
