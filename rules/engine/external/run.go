package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"time"
)

// goodbye is how long a program may take to end when it is asked to.
const goodbye = 20 * time.Second

// Run runs a program of ours to its end, at the lowest priority and with at most so many bytes of address
// space. words are its path and its arguments. report gets each line that it writes to standard error. When
// ctx is done the program is asked to end, and killed after 20 s.
func Run(ctx context.Context, words []string, memory uint64, report func(line string)) error {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	apart(cmd)
	cmd.Cancel = func() error { return askToEnd(cmd.Process) }
	cmd.WaitDelay = goodbye
	errs, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := limit(cmd.Process.Pid, nice, memory, math.MaxUint64); err != nil {
		return errors.Join(fmt.Errorf("limiting its memory: %w", err), killGroup(cmd.Process), cmd.Wait())
	}
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		report(lines.Text())
	}
	_, _ = io.Copy(io.Discard, errs) // lines that are too long
	return errors.Join(cmd.Wait(), ctx.Err())
}
