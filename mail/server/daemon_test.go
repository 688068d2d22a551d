package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// daemonEnv makes the test binary a daemon that can be killed: it holds an
// order as JSON.
const daemonEnv = "TURNPOST_TEST_DAEMON"

// order says what the daemon in a process of its own does: it serves the
// station, tells each step on standard output, and kills itself when a step
// comes for the nth time. It ends when standard input does, so that it does not
// outlive the test.
type order struct {
	Station station
	Step    string
	Nth     int
}

func TestMain(m *testing.M) {
	if text := os.Getenv(daemonEnv); text != "" {
		if err := obey(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(lockEnv); path != "" {
		if err := holdLock(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	// Each test has a world of its own, which lives shortly: to collect them as
	// often as a server's memory takes a sixth of the time.
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func obey(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	var mu sync.Mutex
	times := 0
	return o.Station.run(ctx, func(step string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(step)
		if step != o.Step {
			return
		}
		if times++; times == o.Nth {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill() // SIGKILL: nothing is cleaned up
			}
			select {}
		}
	})
}

// daemon is a daemon in a process of its own.
type daemon struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.Closer
	steps chan string
	ended chan error
}

// spawn starts a daemon that kills itself at the nth occurrence of a step; with
// no step it does not.
func (s station) spawn(t *testing.T, step string, nth int) *daemon {
	t.Helper()
	text, err := json.Marshal(order{s, step, nth})
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	d := &daemon{t: t, cmd: exec.Command(self), steps: make(chan string, 1<<12), ended: make(chan error, 1)}
	// The race detector would sleep for a second at the end of the process.
	d.cmd.Env = append(os.Environ(), daemonEnv+"="+string(text), "GORACE=atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	d.cmd.Stderr = os.Stderr
	d.stdin, err = d.cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := d.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, d.cmd.Start())
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			select {
			case d.steps <- lines.Text():
			default: // nobody looks
			}
		}
		d.ended <- d.cmd.Wait()
	}()
	t.Cleanup(func() { d.kill(); d.stdin.Close() })
	return d
}

// kill ends the daemon as a power failure would.
func (d *daemon) kill() { _ = d.cmd.Process.Kill() } // it may have ended

// wait returns how the daemon ended.
func (d *daemon) wait() error {
	d.t.Helper()
	select {
	case err := <-d.ended:
		return err
	case <-time.After(patience):
		require.FailNow(d.t, "the daemon goes on for ever")
		return nil
	}
}

// stop asks the daemon to end.
func (d *daemon) stop() {
	d.t.Helper()
	d.stdin.Close()
	require.NoError(d.t, d.wait(), "the daemon stops cleanly")
}
