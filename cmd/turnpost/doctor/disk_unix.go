//go:build linux || darwin || freebsd

package doctor

import (
	"fmt"
	"syscall"
)

// freeSpace returns how many bytes an ordinary user can still write in a folder.
func freeSpace(folder string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, fmt.Errorf("the folder of the database, %s: %w", folder, err)
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil // their types differ by system
}
