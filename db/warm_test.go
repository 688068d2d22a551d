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

// Stop ends the reading of a file that has no end, and closes it: who writes to a pipe then hears that
// nobody reads it.
func TestWarmStops(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	read, failed := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		file, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		for err == nil {
			if _, err = file.Write(make([]byte, 1<<20)); err == nil {
				select {
				case read <- struct{}{}:
				default:
				}
			}
		}
		failed <- err
	}()
	stop := db.WarmFile(t.Context(), pipe)
	<-read
	require.Empty(t, failed, "it goes on")
	stop()
	require.ErrorIs(t, <-failed, syscall.EPIPE)
	db.WarmFile(t.Context(), filepath.Join(t.TempDir(), "none"))()
}
