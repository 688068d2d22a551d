//go:build linux || darwin || freebsd

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used, or 0 where the
// system does not report it.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
