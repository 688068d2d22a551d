//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// lockHolder says who has the lock of lockFile: "" for nobody. A shared lock of
// an instant tells; it is asked for without making the file.
func lockHolder(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	switch {
	case err == nil:
		return "", nil // closing gives it back
	case !errors.Is(err, syscall.EWOULDBLOCK):
		return "", fmt.Errorf("locking %s: %w", path, err)
	}
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		if pid := flockPID(s.Ino); pid != "" {
			return "process " + pid, nil
		}
	}
	return path + " is locked", nil
}

// flockPID finds the process in Linux's list of locks: "" where there is no such
// list. A line is "1: FLOCK ADVISORY WRITE 4711 fe:00:131 0 EOF", with the inode
// behind the device.
func flockPID(inode uint64) string {
	f, err := os.Open("/proc/locks")
	if err != nil {
		return ""
	}
	defer f.Close()
	suffix := fmt.Sprintf(":%d", inode)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if w := strings.Fields(lines.Text()); len(w) > 5 && w[1] == "FLOCK" && strings.HasSuffix(w[5], suffix) {
			return w[4]
		}
	}
	return ""
}
