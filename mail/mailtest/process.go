package mailtest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"turnpost/db/dbtest"
)

// Need skips the test in a short run, and if a program is missing or the test does not run as
// root. With TURNPOST_REAL=1 it fails the test instead of skipping it.
func Need(t testing.TB, server, packages string, programs ...string) {
	t.Helper()
	if testing.Short() && os.Getenv("TURNPOST_REAL") != "1" {
		t.Skip("a short run leaves out real servers")
	}
	why := ""
	for _, p := range programs {
		if find(p) == "" {
			why = p + " is not installed"
			break
		}
	}
	if why == "" && os.Geteuid() != 0 {
		why = "the test does not run as root"
	}
	if why == "" {
		return
	}
	missing(t, fmt.Sprintf("real %s: %s; on Debian, install %s and run the tests as root", server, why, packages))
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("TURNPOST_REAL") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// find looks for a program in PATH and in the folders of root's PATH.
func find(program string) string {
	if path, err := exec.LookPath(program); err == nil {
		return path
	}
	for _, dir := range []string{"/usr/sbin", "/usr/local/sbin", "/sbin"} {
		if path, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return path
		}
	}
	return ""
}

// nobody is the user without rights.
type nobody struct {
	uid, gid    int
	user, group string
}

func lookupNobody(t testing.TB) nobody {
	t.Helper()
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatalf("there is no user nobody: %v", err)
	}
	g, err := user.LookupGroupId(u.Gid)
	if err != nil {
		t.Fatalf("the user nobody has no group: %v", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return nobody{uid: uid, gid: gid, user: u.Username, group: g.Name}
}

// shortDir makes a folder for a server. The path is short because a socket's
// path has at most 107 bytes, and a test's own folder may be longer than that.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := dbtest.MemoryFolder("tp")
	if err != nil {
		t.Fatalf("no folder for the server: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run starts a server and waits until all the addresses answer. At the end of the test it kills
// the whole process group: a master that is stopped alone leaves its children behind. It
// returns a function that kills the group earlier.
func run(t testing.TB, cmd *exec.Cmd, as *nobody, logFile string, addrs ...string) (kill func()) {
	t.Helper()
	var output lockedBuffer
	cmd.Stdout, cmd.Stderr = &output, &output
	ownGroup(cmd, as)
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s does not start: %v", cmd.Path, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // how it ended is in the log
	}()
	// Once: afterwards the number may be that of anybody's group.
	kill = sync.OnceFunc(func() {
		killGroup(cmd)
		<-ended
	})
	t.Cleanup(func() {
		kill()
		if t.Failed() {
			log, _ := os.ReadFile(logFile)
			t.Logf("%s said:\n%s%s", filepath.Base(cmd.Path), output.String(), log[max(0, len(log)-4000):])
		}
	})
	deadline := time.After(20 * time.Second)
	for _, addr := range addrs {
		for !answers(addr) {
			select {
			case <-ended:
				t.Fatalf("%s ended at once", cmd.Path)
			case <-deadline:
				t.Fatalf("%s does not answer on %s", cmd.Path, addr)
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
	return kill
}

func answers(addr string) bool {
	c, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	c.Close()
	return true
}

// lockedBuffer is a buffer that a process writes to while a test reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
