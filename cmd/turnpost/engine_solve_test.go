package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/db/dbtest/race"
)

// The program that solves is killed by SIGKILL, each time at some other report, of which
// one stands before and one behind each writing of the file. What was written is not done
// again, and the totals are those of a run that nobody interrupted.
func TestSolvingSurvivesKill(t *testing.T) {
	race.Long(t)
	self, err := os.Executable()
	require.NoError(t, err)
	whole := run(t, "", "engine", "solve", "rooya", "--small")
	require.Equal(t, exit.OK, whole.status)
	require.Regexp(t, `(?m)^moves +1572480 `, whole.out)

	file := filepath.Join(t.TempDir(), "small.table")
	rng := rand.New(rand.NewPCG(1, 15))
	killed, written := 0, 1 // the pass with which the next run has to begin
	for finished := false; !finished || killed < 5; {
		if finished { // faster than the kills: once more
			require.NoError(t, os.Remove(file))
			written = 1
		}
		var out bytes.Buffer
		cmd := exec.Command(self, "engine", "solve", "rooya", "--small", "--out", file, "--every", "1ns", "--workers", "2")
		cmd.Env = append(os.Environ(), asProgram+"=1")
		cmd.Stdout = &out
		reports, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		last := 2 + rng.IntN(4)
		first := true
		for n, lines := 1, bufio.NewScanner(reports); lines.Scan(); n++ {
			var pass int
			var part float64
			if _, after, ok := strings.Cut(lines.Text(), " s  pass "); ok {
				_, err := fmt.Sscanf(after, "%d, %f", &pass, &part)
				require.NoError(t, err)
				if first {
					require.GreaterOrEqual(t, pass, written, "what was written is not done again")
					first = false
				}
				if part > 0 { // all before this pass is in the file
					written = max(written, pass)
				}
			}
			if n == last && killed < 5 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		if finished = cmd.Wait() == nil; finished {
			require.Equal(t, whole.out, out.String())
		} else {
			require.Equal(t, -1, cmd.ProcessState.ExitCode(), "it was killed, and did not fail")
			killed++
		}
	}
	require.Equal(t, whole.out, run(t, "", "engine", "solve", "rooya", "--small", "--out", file).out, "there is nothing left to do")
}
