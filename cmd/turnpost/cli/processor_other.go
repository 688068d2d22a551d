//go:build !linux && !darwin && !freebsd

package cli

import "time"

// ProcessorTime cannot be told here.
func ProcessorTime() time.Duration { return 0 }
