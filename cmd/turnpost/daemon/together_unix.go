//go:build unix

package daemon

import (
	"os/exec"
	"syscall"
)

// together makes a command and all processes that it starts end when its context does.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
