//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package daemon

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// LockInherited is File for who starts programs that may outlive this process: those that inherit
// what it returns (exec.Cmd.ExtraFiles) hold the lock as well, until they end or it is given
// back. Where the kernel has no such locks there is nothing to inherit.
//
// It calls the kernel itself where File leaves that to package flock, which does not give
// out the descriptor that is to be inherited.
func LockInherited(path string) (inherit []*os.File, unlock func() error, err error) {
	// To be written, because NFS wants that of who locks.
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
	// Closing alone would leave it to who has inherited it.
	return []*os.File{f}, func() error { return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close()) }, nil
}
