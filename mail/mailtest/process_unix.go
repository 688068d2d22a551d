//go:build unix

package mailtest

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a command as the head of a group of processes, and as another
// user unless that is nil.
func ownGroup(cmd *exec.Cmd, as *nobody) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if as != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(as.uid), Gid: uint32(as.gid)}
	}
}

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
