package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Why a program is not usable at the moment.
var (
	errDied     = errors.New("it ended")
	errSilent   = errors.New("it did not answer in time")
	errTooMuch  = errors.New("it wrote too much")
	errNonsense = errors.New("it does not speak the protocol")
	errIllegal  = errors.New("it played an illegal ply")
	errRefused  = errors.New("it cannot continue this game")
)

// Limits of what a program may write.
const (
	mostLine = 64 << 10 // bytes of a line
	mostRead = 4 << 20  // bytes of the answer to a question
)

// process is a program that runs.
type process struct {
	cmd  *exec.Cmd
	in   *os.File // its input
	out  *os.File // its output
	read *bufio.Reader
	left int // bytes that it may still write
}

// start starts a program. words are its path and its arguments, and memory is the most bytes of address space.
func start(words []string, nice int, memory uint64) (p *process, err error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	defer theirOut.Close()
	p = &process{cmd: exec.Command(words[0], words[1:]...), in: in, out: out, read: bufio.NewReaderSize(out, mostLine)}
	p.cmd.Stdin, p.cmd.Stdout = theirIn, theirOut
	p.cmd.Dir = "/"
	p.cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C"}
	apart(p.cmd)
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	if err := limit(p.cmd.Process.Pid, nice, memory, mostTime); err != nil {
		p.kill()
		return nil, fmt.Errorf("limiting its memory: %w", err)
	}
	return p, nil
}

// within bounds all reading and writing until the returned function is called.
func (p *process) within(ctx context.Context) (done func()) {
	p.left = mostRead
	_, _ = p.in.SetDeadline(time.Time{}), p.out.SetDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() {
		past := time.Unix(1, 0)
		_ = p.in.SetDeadline(past) // it fails only on a closed file, which ends the wait as well
		_ = p.out.SetDeadline(past)
	})
	return func() { stop() }
}

// send writes lines.
func (p *process) send(lines ...string) error {
	_, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
	return told(err)
}

// line reads a line, without the spaces around it.
func (p *process) line() (string, error) {
	text, err := p.read.ReadSlice('\n')
	if p.left -= len(text); p.left < 0 || errors.Is(err, bufio.ErrBufferFull) {
		return "", errTooMuch
	}
	return strings.TrimSpace(string(text)), told(err)
}

// told says why reading or writing failed.
func told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errSilent
	}
	return errDied
}

// until reads lines up to one of which done says so.
func (p *process) until(done func(line string) bool) error {
	for {
		line, err := p.line()
		if err != nil || done(line) {
			return err
		}
	}
}

// kill ends the process and those of its group, and waits for its end.
func (p *process) kill() {
	_ = killGroup(p.cmd.Process)
	_ = p.cmd.Wait() // its status means nothing
	p.in.Close()
	p.out.Close()
}
