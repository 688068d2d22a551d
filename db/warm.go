package db

import (
	"context"
	"io"
	"os"
	"sync"
)

// WarmFile reads the file of a database from beginning to end in the background, so that
// the rows are in memory when the caller reads them in another order. A disk delivers a
// large file many times faster in sequence. If the file does not fit into memory, nothing
// is gained. Read errors are ignored; the caller will meet them.
//
// Call it before the database is opened, and stop after it is closed: closing a file
// releases all locks of the process on it (https://sqlite.org/howtocorrupt.html, 2.2),
// including SQLite's own.
func WarmFile(ctx context.Context, path string) (stop func()) {
	file, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var reading sync.WaitGroup
	reading.Go(func() {
		part := make([]byte, 1<<20)
		for ctx.Err() == nil {
			if _, err := io.ReadFull(file, part); err != nil {
				return // its end, or what cannot be read
			}
		}
	})
	return func() {
		cancel()
		reading.Wait()
		file.Close()
	}
}
