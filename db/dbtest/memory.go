package dbtest

import (
	"cmp"
	"os"
)

// MemoryFolder makes a folder in memory, where the machine has a file system there with a
// gigabyte to spare, or else in /tmp: a socket's path must be short. A server or a database that
// writes to its disk at each commit would spend most of a test waiting for it. The folder's name
// begins with prefix, and the caller removes it.
func MemoryFolder(prefix string) (string, error) {
	return os.MkdirTemp(cmp.Or(roomy(), fallback()), prefix)
}

func fallback() string {
	if info, err := os.Stat("/tmp"); err == nil && info.IsDir() {
		return "/tmp"
	}
	return os.TempDir()
}
