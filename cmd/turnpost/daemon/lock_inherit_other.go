//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package daemon

import "os"

// LockInherited is LockFile here, and nothing is inherited.
func LockInherited(path string) (inherit []*os.File, unlock func() error, err error) {
	unlock, err = LockFile(path)
	return nil, unlock, err
}
