package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// LockDatabaseFile locks a file for this process, and returns a function that unlocks it. It keeps two
// daemons off one SQLite file, where each would take the leases of the other. The kernel
// unlocks it when the process ends.
func LockDatabaseFile(path string) (unlock func() error, err error) {
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

// LockHolder returns who holds the lock of LockFile, or "". It asks by a shared lock for a
// moment, and does not create the file.
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
