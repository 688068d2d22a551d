//go:build unix

package dbtest

import (
	"bytes"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Unprivileged is how a server starts: as the head of its own group of processes,
// and, because PostgreSQL refuses to run as root, as nobody, who gets the folder.
func Unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, fmt.Errorf("there is no user nobody: %w", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, os.Chown(dir, uid, gid)
}

// freeze stops the processes of a server, or lets them go on, and returns when they
// do: first the one that makes the others.
func freeze(dir string, stop bool) error {
	text, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	signal := syscall.SIGCONT
	if stop {
		signal = syscall.SIGSTOP
	}
	order := func(pid string) error {
		n, err := strconv.Atoi(pid)
		if err == nil {
			err = syscall.Kill(n, signal)
		}
		for deadline := time.Now().Add(time.Minute); err == nil && stop && !stopped(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				err = fmt.Errorf("process %s does not stop", pid)
			}
		}
		return err
	}
	if err := order(string(first)); err != nil {
		return err
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%s/task/%[1]s/children", first))
	if err != nil {
		return err
	}
	for _, pid := range bytes.Fields(children) {
		if err := order(string(pid)); err != nil && err != syscall.ESRCH {
			return err
		}
	}
	return nil
}

// stopped reports whether a process stands still, or is gone (proc(5)).
func stopped(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	i := bytes.LastIndexByte(text, ')')
	return err != nil || i < 0 || bytes.ContainsAny(text[i+2:i+3], "TZX")
}
