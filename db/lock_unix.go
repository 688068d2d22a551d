//go:build unix

package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// lock waits until this process, or this part of it, is alone with a file that it
// makes, and returns what removes it. The kernel gives the lock of a dead process
// back.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil && isStill(path, f) {
			return func() { os.Remove(path); f.Close() }, nil // in this order
		}
		f.Close()
		if err == nil {
			continue // the one before us has removed it
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("another turnpost is opening it (%s is locked): %w", path, ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// isStill reports whether the file of that name is f.
func isStill(path string, f *os.File) bool {
	there, err1 := os.Stat(path)
	here, err2 := f.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, here)
}
