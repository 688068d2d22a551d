package engine

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// EndLoses is one more end for a Wide game: the ply wins for the other side.
const EndLoses int32 = -3

// WideGraph is a game of so many states that its plies are not kept: they are asked for
// again and again. It belongs to one goroutine.
type WideGraph interface {
	// AtOnce reports whether a ply of a state leads to Wins.
	AtOnce(state int64) bool
	// Plies tells see where each ply of a state leads to, until that is false: to a
	// wideState's number, Wins, Loses or Draws. A number that stands for no state of a game
	// that goes on has none.
	Plies(state int64, see func(to int64) bool)
	// Before appends the states from which a ply leads to a state. It may leave out those
	// that win at once.
	Before(state int64, to []int64) []int64
}

// WideSolver is how a Wide game is solved: win, loss or draw of every state, in two bits.
//
// A state is open or settled. All begin as open and doubtful. In a first pass those are
// settled that win at once. Then a worker looks at a doubtful one, which is lost if all its
// plies lead to states that are won; at the first that does not, it is left, most often after
// one or two. Before a lost state all are won, and what is before a won one is doubtful
// again. When none is doubtful, the open ones are drawn: whoever is not lost there has a
// ply to another such state. What is settled never changes, so that the table is a
// valid beginning at any time: it is written to a file now and then, by another name
// that replaces the file's, and work that was killed goes on from there.
type WideSolver struct {
	// Game is what the file says that it is of, and States are how many there are.
	Game   string
	States int64
	// New is asked for one game for each worker.
	New     func() WideGraph
	Workers int
	// File is where the table is kept; "": nowhere.
	File string
	// Every is how often the file is written, and Report is called.
	Every  time.Duration
	Report func(format string, args ...any)

	table    *WideTable
	examined atomic.Int64 // states, by this process
	began    time.Time
}

const (
	chunkStates  = 1 << 14
	strideChunks = 64
)

// Run solves the game, or goes on with the file. When ctx is done it writes the file
// and returns the context's error.
func (k *WideSolver) Run(ctx context.Context) (*WideTable, error) {
	var err error
	if k.table, err = k.begin(); err != nil {
		return nil, err
	}
	k.began = time.Now()
	games := make([]WideGraph, max(k.Workers, 1))
	for i := range games {
		games[i] = k.New()
	}
	written := time.Now()
	for t := k.table; !t.head.Done; {
		next := min(t.head.Next+chunkStates*strideChunks, k.States)
		t.head.Settled += k.stride(games, t.head.Next, next)
		if t.head.Next = next; next == k.States {
			k.say()
			t.head.Done = !t.doubt.Swap(false) && t.head.Pass > 0
			t.head.Next, t.head.Pass = 0, t.head.Pass+1
		}
		done := ctx.Err() != nil || t.head.Done
		if !done && time.Since(written) < k.Every {
			continue
		}
		k.say()
		if err := k.write(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		written = time.Now()
	}
	return k.table, nil
}

// Examined is how many states this run has looked at, and how many a second.
func (k *WideSolver) Examined() (states int64, rate float64) {
	states = k.examined.Load()
	return states, float64(states) / max(time.Since(k.began).Seconds(), 1e-3)
}

// say reports how far the work has come.
func (k *WideSolver) say() {
	if k.Report == nil {
		return
	}
	h := k.table.head
	_, rate := k.Examined()
	k.Report("pass %d, %.2f %% of it: %d settled, %.0f states a second", h.Pass+1, 100*float64(h.Next)/float64(k.States), h.Settled, rate)
}

// stride looks at the states from first to before last, and says how many it settled.
func (k *WideSolver) stride(games []WideGraph, first, last int64) int64 {
	var next, settled atomic.Int64
	next.Store(first)
	var all sync.WaitGroup
	for _, g := range games {
		all.Go(func() {
			w := newWideWorker(k.table, g)
			look := w.chunk
			if k.table.head.Pass == 0 {
				look = w.atOnce
			}
			for {
				from := next.Add(chunkStates) - chunkStates
				if from >= last {
					return
				}
				examined, n := look(from, min(from+chunkStates, last))
				k.examined.Add(examined)
				settled.Add(n)
			}
		})
	}
	all.Wait()
	return settled.Load()
}

// begin reads the file, or makes a table anew.
func (k *WideSolver) begin() (*WideTable, error) {
	t, err := k.read()
	if t == nil && err == nil {
		t = newWideTable(k.Game, k.States)
	}
	if err == nil && (t.head.Game != k.Game || t.head.States != k.States) {
		err = fmt.Errorf("%s is of %s with %d states, and not of %s with %d", k.File, t.head.Game, t.head.States, k.Game, k.States)
	}
	if err == nil && !t.head.Done && t.head.Version != tableVersion {
		err = fmt.Errorf("%s was begun by another version of this program, which solves in another order: remove it", k.File)
	}
	return t, err
}
