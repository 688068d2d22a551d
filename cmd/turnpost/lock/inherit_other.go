//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package lock

import "os"

// Inherited is File here, and nothing is inherited.
func Inherited(path string) (inherit []*os.File, unlock func() error, err error) {
	unlock, err = File(path)
	return nil, unlock, err
}
