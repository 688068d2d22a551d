package main

import (
	"syscall"
	"time"
)

// pause sleeps to a tenth of a millisecond, where time.Sleep takes more than one.
func pause(d time.Duration) {
	if d > 0 {
		t := syscall.NsecToTimespec(int64(d))
		_ = syscall.Nanosleep(&t, nil) // a signal ends it early
	}
}
