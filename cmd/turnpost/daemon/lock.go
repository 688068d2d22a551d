package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// LockFile takes a file's lock for this process, and returns what gives it
// back. Two daemons on one database would each take the other's leases for a
// dead one's. The kernel gives the lock back when the process dies.
func LockFile(path string) (unlock func() error, err error) {
	l := flock.New(path)
	switch ok, err := l.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("locking %s: %w", path, err)
	case !ok:
		return nil, errLocked(path)
	}
	return l.Close, nil
}

func errLocked(path string) error {
	return fmt.Errorf("another turnpost is using it (%s is locked)", path)
}

// LockHolder says who has the lock of File: "" for nobody. A shared lock of
// an instant tells; it is asked for without making the file.
func LockHolder(path string) (string, error) {
	l := flock.New(path, flock.SetFlag(os.O_RDONLY))
	switch ok, err := l.TryRLock(); {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("locking %s: %w", path, err)
	case ok:
		return "", l.Close()
	}
	info, err := l.Stat()
	if err != nil {
		return "", err
	}
	if pid := lockPID(info); pid != "" {
		return "process " + pid, nil
	}
	return path + " is locked", nil
}
