// Package filelock lets one program, or one part of it, be alone with a file at a time.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// Take waits until this process, or this part of it, is alone with a file that it
// makes, and returns what removes it. The kernel gives the lock of a dead process
// back.
func Take(ctx context.Context, path string) (unlock func(), err error) {
	for {
		l := flock.New(path)
		if _, err := l.TryLockContext(ctx, 5*time.Millisecond); err != nil {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("another turnpost is opening it (%s is locked): %w", path, err)
			}
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		if isStill(path, l) {
			return func() { os.Remove(path); l.Close() }, nil // in this order
		}
		l.Close() // the one before us has removed it
	}
}

// Alone is Take for a file that is being made under another name: it waits for nobody,
// and what a dead process has left there counts for nothing.
func Alone(ctx context.Context, part string) (unlock func(), err error) {
	ctx, stop := context.WithTimeout(ctx, 200*time.Millisecond)
	defer stop()
	if unlock, err = Take(ctx, part+".lock"); errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s is being made by another turnpost", part)
	}
	return unlock, err
}

// isStill reports whether the file of that name is the one that is locked.
func isStill(path string, l *flock.Flock) bool {
	there, err1 := os.Stat(path)
	here, err2 := l.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, here)
}
