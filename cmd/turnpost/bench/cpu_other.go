//go:build !linux && !darwin && !freebsd

package bench

import "time"

// cpuTime cannot be told here.
func cpuTime() time.Duration { return 0 }
