//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package daemon

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// LockInherited is LockFile for a process that starts programs which may outlive it: programs
// that inherit the returned files (exec.Cmd.ExtraFiles) hold the lock until they end or it is
// unlocked. Systems without such locks return no files.
//
// It calls the kernel itself, because package flock does not return the descriptor.
func LockInherited(path string) (inherit []*os.File, unlock func() error, err error) {
	// NFS requires a writable descriptor for locks.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("locking %s: %w", path, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, nil, errLocked(path)
		}
		return nil, nil, fmt.Errorf("locking %s: %w", path, err)
	}
	// Closing alone would leave the lock with programs that inherited it.
	return []*os.File{f}, func() error { return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close()) },
		nil
}
