package server

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// What waits for the writer is noted in one commit, and one that fails takes no other
// with it.
func TestNotesShareACommit(t *testing.T) {
	for name, c := range map[string]struct {
		fails   int // the note that does; -1: none
		commits int
	}{"all": {-1, 1}, "but one": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.File(t, "notes.db"))
			require.NoError(t, err)
			defer d.Close()
			var mu sync.Mutex
			var heard []string
			d.Trace(func(what string) { mu.Lock(); defer mu.Unlock(); heard = append(heard, what) })
			writes, free := make(chan struct{}), make(chan struct{})
			go d.Update(t.Context(), func(*db.Tx) error { close(writes); <-free; return errors.New("nothing to write") })
			<-writes
			var n noting
			var wait sync.WaitGroup
			failed := errors.New("failed")
			got := make([]error, 3)
			for i := range got {
				wait.Go(func() {
					got[i] = n.note(context.Background(), d, func(tx *db.Tx) error {
						if i == c.fails {
							return failed
						}
						return tx.Touch()
					})
				})
			}
			require.Eventually(t, func() bool { n.mu.Lock(); defer n.mu.Unlock(); return len(n.wait) == 3 }, time.Minute, time.Millisecond)
			close(free)
			wait.Wait()
			for i, err := range got {
				if i == c.fails {
					require.ErrorIs(t, err, failed)
				} else {
					require.NoError(t, err)
				}
			}
			commits := 0
			for _, what := range heard {
				if what == "COMMIT" {
					commits++
				}
			}
			require.Equal(t, c.commits, commits)
		})
	}
}

// When the writer cannot be had at all, each is told.
func TestNotesWithoutAWriter(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.File(t, "notes.db"))
	require.NoError(t, err)
	require.NoError(t, d.Close())
	var n noting
	for range 2 {
		require.Error(t, n.note(context.Background(), d, func(*db.Tx) error { return nil }))
	}
	require.Empty(t, n.wait)
}
