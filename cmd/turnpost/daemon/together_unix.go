//go:build unix

package daemon

import (
	"os/exec"
	"syscall"
)

// together makes a command and all that it starts end at once when its context does.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
