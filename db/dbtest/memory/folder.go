// Package memory gives tests folders that no disk holds up. A server or a database
// that writes to its disk at each commit spends most of a test waiting for it, and
// what the test reads back is the same without.
package memory

import (
	"cmp"
	"os"
)

// Folder makes a folder in memory, where the machine has a file system there with
// a gigabyte to spare, or else in /tmp: a socket's path must be short. Its name
// begins with prefix. Whoever asked for it removes it.
func Folder(prefix string) (string, error) { return os.MkdirTemp(cmp.Or(roomy(), fallback()), prefix) }

func fallback() string {
	if info, err := os.Stat("/tmp"); err == nil && info.IsDir() {
		return "/tmp"
	}
	return os.TempDir()
}
