//go:build !linux

package external

import (
	"os"
	"os/exec"
	"syscall"
)

func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func limit(int, int, uint64, uint64) error { return nil }

func askToEnd(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
