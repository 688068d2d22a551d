package external

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// apart puts the process of a command into a group of its own. It ends with ours, however that ends.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit limits a process, and those that it starts: the bytes of address space, and the seconds of processor
// time. An error means that its memory is not limited. A sandbox may forbid the
// priority; then it has that of the server.
func limit(pid, nice int, memory, seconds uint64) error {
	_ = unix.Setpriority(unix.PRIO_PGRP, pid, nice)
	// When memory runs out, it is killed first.
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	for which, most := range map[int]uint64{unix.RLIMIT_AS: memory, unix.RLIMIT_CPU: seconds,
		unix.RLIMIT_CORE: 0} {
		if err := unix.Prlimit(pid, which, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
			return err
		}
	}
	return nil
}

func askToEnd(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
