//go:build !linux && !darwin && !freebsd

package doctor

import "errors"

// freeSpace is not available on this system.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
