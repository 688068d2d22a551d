package db

import (
	"context"
	"io"
	"os"
	"sync"
)

// WarmFile reads a file of a database from its beginning to its end, beside its caller, who
// looks at its rows in another order and then finds them in memory: a disk gives a large
// file in its order many times faster. In a machine whose memory is smaller than the file it
// gains nothing. That something cannot be read is for those to say who need it.
//
// It is called before the database is opened, and stop after that is closed: who closes a
// file ends all locks that the same process has on it (https://sqlite.org/howtocorrupt.html,
// 2.2), and those of SQLite keep others from taking the log away.
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
