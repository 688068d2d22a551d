//go:build !unix

package daemon

import "os/exec"

// together does nothing on systems without process groups.
func together(*exec.Cmd) {}
