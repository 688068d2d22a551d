package engine

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// EndLoses is another end for a GeneratedGraph: the ply wins for the other side.
const EndLoses int32 = -3

// GeneratedGraph is a game with so many states that its plies are not stored, but generated each time.
// It belongs to one goroutine.
type GeneratedGraph interface {
	// AtOnce reports whether a ply of a state leads to EndWins.
	AtOnce(state int64) bool
	// Plies calls see with the result of each ply of a state, until see returns false: the
	// number of a state, EndWins, EndLoses or EndDraws. A number without a state of a game that
	// goes on has no plies.
	Plies(state int64, see func(to int64) bool)
	// Before appends the states from which a ply leads to a state. It may omit those that win
	// at once.
	Before(state int64, to []int64) []int64
}

// LargeSolver solves a GeneratedGraph: win, loss or draw of every state, in two bits.
//
// A state is open or settled. At first all are open and doubtful. The first pass settles the states
// that win at once. Then workers examine doubtful states. A state is lost if all its plies lead to
// won states; most are left after one or two plies that do not. All predecessors of a lost state
// are won, and the predecessors of a won state become doubtful again. When no state is doubtful,
// the open ones are drawn: each has a ply to another such state. Settled states never change, so
// the table is a valid beginning at any time. It is written from time to time to a new file that
// replaces the old one, and a killed process continues from it.
type LargeSolver struct {
	// Game is the name of the game in the file, and States the number of states.
	Game   string
	States int64
	// New returns a graph for one worker.
	New     func() GeneratedGraph
	Workers int
	// File is the file of the table; "": none.
	File string
	// Every is the time between two writes of the file, and between two calls of Report.
	Every  time.Duration
	Report func(format string, args ...any)

	table    *LargeTable
	examined atomic.Int64 // states, in this process
	began    time.Time
}

const (
	chunkStates  = 1 << 14
	strideChunks = 64
)

// Run solves the game, or continues from the file. When ctx is done it writes the file and returns
// ctx's error.
func (k *LargeSolver) Run(ctx context.Context) (*LargeTable, error) {
	var err error
	if k.table, err = k.begin(); err != nil {
		return nil, err
	}
	k.began = time.Now()
	games := make([]GeneratedGraph, max(k.Workers, 1))
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

// Examined is the number of states that this run has examined, and the number a second.
func (k *LargeSolver) Examined() (states int64, rate float64) {
	states = k.examined.Load()
	return states, float64(states) / max(time.Since(k.began).Seconds(), 1e-3)
}

// say reports the progress.
func (k *LargeSolver) say() {
	if k.Report == nil {
		return
	}
	h := k.table.head
	_, rate := k.Examined()
	k.Report("pass %d, %.2f %% of it: %d settled, %.0f states a second", h.Pass+1,
		100*float64(h.Next)/float64(k.States), h.Settled, rate)
}

// stride examines the states from first to last-1, and returns how many it settled.
func (k *LargeSolver) stride(games []GeneratedGraph, first, last int64) int64 {
	var next, settled atomic.Int64
	next.Store(first)
	var all sync.WaitGroup
	for _, g := range games {
		all.Go(func() {
			w := newLargeWorker(k.table, g)
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

// begin reads the file, or makes a new table.
func (k *LargeSolver) begin() (*LargeTable, error) {
	t, err := k.read()
	if t == nil && err == nil {
		t = newLargeTable(k.Game, k.States)
	}
	if err == nil && (t.head.Game != k.Game || t.head.States != k.States) {
		err = fmt.Errorf("%s is of %s with %d states, and not of %s with %d", k.File, t.head.Game, t.head.States,
			k.Game, k.States)
	}
	if err == nil && !t.head.Done && t.head.Version != tableVersion {
		err = fmt.Errorf("%s was begun by another version of this program, which solves in another order: remove it",
			k.File)
	}
	return t, err
}

// largeWorker examines states.
type largeWorker struct {
	table *LargeTable
	game  GeneratedGraph
	see   func(to int64) bool

	// The plies of the present state so far, and what they make of it.
	plies int
	found largeState

	wins, before []int64
}

func newLargeWorker(t *LargeTable, g GeneratedGraph) *largeWorker {
	w := &largeWorker{table: t, game: g}
	w.see = w.sees
	return w
}

// atOnce settles the states that win at once, in the first pass, in which all are doubtful.
func (w *largeWorker) atOnce(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if w.game.AtOnce(s) && w.table.swap(s, stateDoubtful, stateWon) {
			settled++
		}
	}
	return to - from, settled
}

// chunk examines the doubtful states of a range.
func (w *largeWorker) chunk(from, to int64) (examined, settled int64) {
	for s := from; s < to; s++ {
		if s%perWord == 0 && !w.table.doubts(s) {
			s += perWord - 1
			continue
		}
		// The state becomes open before its plies are examined, so that a worker that settles
		// one of its successors meanwhile makes it doubtful again.
		if w.table.get(s) != stateDoubtful || !w.table.swap(s, stateDoubtful, stateOpen) {
			continue
		}
		examined++
		switch w.look(s) {
		case stateWon:
			settled += w.win(s)
		case stateLost:
			settled += w.lose(s)
		}
	}
	return examined, settled
}

// look is the state by its plies: open if they do not decide it.
func (w *largeWorker) look(s int64) largeState {
	w.plies, w.found = 0, stateLost
	w.game.Plies(s, w.see)
	if w.plies == 0 {
		return stateOpen
	}
	return w.found
}

// sees takes the result of a ply, and reports whether the next ply is needed.
func (w *largeWorker) sees(to int64) bool {
	w.plies++
	v := stateOpen
	switch {
	case to >= 0:
		v = w.table.get(to)
	case to == int64(EndWins):
		v = stateLost
	case to == int64(EndLoses):
		v = stateWon
	}
	switch v {
	case stateWon:
		return true
	case stateLost:
		w.found = stateWon
	default:
		w.found = stateOpen
	}
	return false
}

// lose settles a lost state and its predecessors, which are won. It returns how many it settled.
func (w *largeWorker) lose(s int64) (settled int64) {
	if !w.table.settle(s, stateLost) {
		return 0
	}
	settled++
	w.wins = w.game.Before(s, w.wins[:0])
	for _, won := range w.wins {
		settled += w.win(won)
	}
	return settled
}

// win settles a won state and makes its predecessors doubtful. It returns how many it settled.
func (w *largeWorker) win(s int64) (settled int64) {
	if !w.table.settle(s, stateWon) {
		return 0
	}
	w.before = w.game.Before(s, w.before[:0])
	for _, before := range w.before {
		if w.table.swap(before, stateOpen, stateDoubtful) {
			w.table.doubt.Store(true)
		}
	}
	return 1
}
