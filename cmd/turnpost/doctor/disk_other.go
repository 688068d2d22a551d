//go:build !linux && !darwin && !freebsd

package doctor

import "errors"

// freeSpace cannot be told here.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
