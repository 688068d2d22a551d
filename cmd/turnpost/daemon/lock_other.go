//go:build !linux

package daemon

import "io/fs"

// lockPID returns "": the system does not report it.
func lockPID(fs.FileInfo) string { return "" }
