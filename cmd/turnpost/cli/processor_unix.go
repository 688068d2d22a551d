//go:build linux || darwin || freebsd

package cli

import (
	"syscall"
	"time"
)

// ProcessorTime is how long this process has kept a core busy; 0 where that cannot be
// told.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
