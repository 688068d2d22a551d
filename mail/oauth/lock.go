package oauth

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// lock waits for the lock of a file, as long as a refresh of another process may
// take. The kernel gives it back when the process dies.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	// Made before it is locked, so that it belongs to whoever else will lock it.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(give(f), f.Close()); err != nil {
		return nil, err
	}
	l := flock.New(path)
	if _, err := l.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return l.Close, nil
}
