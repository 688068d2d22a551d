//go:build !linux && !darwin && !freebsd

package main

import "time"

// cpuTime cannot be told here.
func cpuTime() time.Duration { return 0 }
