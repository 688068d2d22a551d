package db_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// What is read is seen at a pipe, whose writer waits for its reader.
func TestWarmReadsToTheEnd(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	wrote := make(chan error)
	go func() {
		file, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		if err == nil {
			_, err = file.Write(make([]byte, 5<<20+7))
			file.Close()
		}
		wrote <- err
	}()
	stop := db.WarmFile(t.Context(), pipe)
	require.NoError(t, <-wrote)
	stop()
}

func TestWarmStops(t *testing.T) {
	db.WarmFile(t.Context(), "/dev/zero")() // which has no end
	db.WarmFile(t.Context(), filepath.Join(t.TempDir(), "none"))()
}
