package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"turnpost/rules"
	"turnpost/rules/engine/external"
)

// What the process that solves a game may take, and what it takes at least, in bytes. A program in Go reserves
// more address space than it uses.
const (
	mostSolving  = 4 << 30
	leastSolving = 1 << 30
	serverMemory = 256 << 20
)

// solveAgain is when a process is started again that failed or was killed. It goes on where the file ends.
const solveAgain = time.Hour

// solving is the values of a game that is being solved. Until then no value is known.
type solving struct {
	file   string
	open   func() (rules.StoredValues, error) // opens the file when it is complete
	values atomic.Pointer[rules.StoredValues]
}

var errUnsolved = errors.New("the game is not solved yet")

// Sign implements rules.StoredValues.
func (s *solving) Sign(p rules.Position) (int, error) {
	if v := s.values.Load(); v != nil {
		return (*v).Sign(p)
	}
	return 0, errUnsolved
}

// Close implements rules.StoredValues.
func (s *solving) Close() error {
	if v := s.values.Load(); v != nil {
		return (*v).Close()
	}
	return nil
}

// solve has a process solve the game into the file, and uses the file from then on. program is the words that
// start this program. It returns when the game is solved or ctx is done.
func (s *solving) solve(ctx context.Context, program []string, game string, log *slog.Logger) {
	log = log.With("game", game, "file", s.file)
	words := append(slices.Clone(program), "engine", "solve", game, "--every", "2m", "--out", s.file)
	for ctx.Err() == nil {
		err := roomToSolve(memlimit.FromCgroup)
		if err == nil {
			log.Info("solving a game in a process of the lowest priority")
			err = external.Run(ctx, words, mostSolving, func(line string) { log.Info("solving", "progress", line) })
		}
		// Another process may have solved it meanwhile.
		values, failed := s.open()
		if failed == nil {
			s.values.Store(&values)
			log.Info("the game is solved; its values are in use")
			return
		}
		if ctx.Err() != nil {
			return
		}
		log.Error("the game is not solved yet; trying again in an hour", "error", errors.Join(err, failed))
		select {
		case <-ctx.Done():
		case <-time.After(solveAgain):
		}
	}
}

// roomToSolve returns an error if the unit or container has too little memory for the process that solves.
func roomToSolve(limit func() (uint64, error)) error {
	if most, err := limit(); err == nil && most < leastSolving+serverMemory {
		return fmt.Errorf("solving takes %d MiB beside the server's %d, and the unit or container may take %d: "+
			"raise its limit (MemoryMax)",
			leastSolving>>20, serverMemory>>20, most>>20)
	}
	return nil
}
