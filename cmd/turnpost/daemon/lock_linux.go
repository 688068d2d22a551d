package daemon

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// lockPID finds the process that has locked a file in /proc/locks, or returns "". A line is
// "1: FLOCK ADVISORY WRITE 4711 fe:00:131 0 EOF", with the inode after the device.
func lockPID(file fs.FileInfo) string {
	stat, ok := file.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	f, err := os.Open("/proc/locks")
	if err != nil {
		return ""
	}
	defer f.Close()
	suffix := fmt.Sprintf(":%d", stat.Ino)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if w := strings.Fields(lines.Text()); len(w) > 5 && w[1] == "FLOCK" && strings.HasSuffix(w[5], suffix) {
			return w[4]
		}
	}
	return ""
}
