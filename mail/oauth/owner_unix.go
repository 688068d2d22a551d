//go:build unix

package oauth

import (
	"os"
	"path/filepath"
	"syscall"
)

// give gives our file to the owner of its folder if we are root: an operator who signs in
// as root does so for a server that runs as another user.
func give(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(filepath.Dir(f.Name()))
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	return f.Chown(int(owner.Uid), int(owner.Gid))
}
