package rooya

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// plain is a simple and slow version of a small board: cells by number, and boards without
// symmetries and ranks. It shares no code with the solver.
type plain struct {
	side, pawns int
	next        [][]int
	lines       []uint16 // rows, then columns
}

// men2 is the pawns of the side to act and those of the other.
type men2 [2]uint16

func newPlain(side, pawns int) plain {
	p := plain{side: side, pawns: pawns, next: make([][]int, side*side), lines: make([]uint16, 2*side)}
	for a := range side * side {
		for b := range side * side {
			if dx, dy := a%side-b%side, a/side-b/side; dx*dx+dy*dy == 1 {
				p.next[a] = append(p.next[a], b)
			}
		}
		p.lines[a/side] |= 1 << a
		p.lines[side+a%side] |= 1 << a
	}
	return p
}

func (p plain) inner(c int) bool {
	x, y := c%p.side, c/p.side
	return x > 0 && y > 0 && x < p.side-1 && y < p.side-1
}

// over reports whether a board can only stand at the end of a game.
func (p plain) over(b men2) bool {
	for n, line := range p.lines {
		if n %= p.side; n > 0 && n < p.side-1 && (b[0]&line == line || b[1]&line == line) {
			return true
		}
	}
	return p.stuck(b[0])
}

func (p plain) stuck(men uint16) bool {
	for a, beside := range p.next {
		for _, b := range beside {
			if men>>a&1 == 1 && men>>b&1 == 0 {
				return false
			}
		}
	}
	return true
}

// swapped is a board on which what stands on two cells has changed places.
func (b men2) swapped(c, d int) men2 {
	for i := range b {
		if b[i]>>c&1 != b[i]>>d&1 {
			b[i] ^= 1<<c | 1<<d
		}
	}
	return b
}

// boards are those after each action, from the point of view of the side that acted.
func (p plain) boards(b men2) (list []men2) {
	for from, beside := range p.next {
		for _, via := range beside {
			if b[0]>>from&1 == 0 || b[0]>>via&1 == 1 {
				continue
			}
			once := b.swapped(from, via)
			list = append(list, once)
			if b[1]>>via&1 == 1 || p.inner(from) == p.inner(via) {
				continue
			}
			for _, to := range p.next[via] {
				if p.inner(via) == p.inner(to) && once[0]>>to&1 == 0 {
					list = append(list, once.swapped(via, to))
				}
			}
		}
	}
	turned := b
	for range 3 {
		after := turned
		for c := range p.next {
			if x, y := c%p.side, c/p.side; p.inner(c) {
				for i := range after {
					to := (p.side-1-x)*p.side + y
					after[i] = after[i]&^(1<<to) | turned[i]>>c&1<<to
				}
			}
		}
		turned = after
		list = append(list, turned)
	}
	return list
}

// made reports whether a side has a line that it did not have.
func (p plain) made(before, after uint16) bool {
	return slices.ContainsFunc(p.lines, func(line uint16) bool { return after&line == line && before&line != line })
}

// plainGraph is all boards of a small game, for engine.Solve.
type plainGraph struct {
	plain
	all    []men2
	number map[men2]int32
	plies  [][]int32
}

func newPlainGraph(p plain) *plainGraph {
	g := &plainGraph{plain: p, number: map[men2]int32{}}
	var sets []uint16
	for s := range uint16(1<<(p.side*p.side) - 1) {
		if bits.OnesCount16(s) == p.pawns {
			sets = append(sets, s)
		}
	}
	for _, own := range sets {
		for _, other := range sets {
			if own&other == 0 {
				g.number[men2{own, other}] = int32(len(g.all))
				g.all = append(g.all, men2{own, other})
			}
		}
	}
	g.plies = make([][]int32, len(g.all))
	for n, b := range g.all {
		g.plies[n] = g.find(b)
	}
	return g
}

// States are the boards, and one that stands for a game that the other side has won.
func (g *plainGraph) States() int { return len(g.all) + 1 }

func (g *plainGraph) Plies(n int, to []int32) []int32 {
	if n == len(g.all) {
		return append(to, engine.EndWins)
	}
	return append(to, g.plies[n]...)
}

func (g *plainGraph) find(b men2) (to []int32) {
	if g.over(b) {
		return append(to, engine.EndDraws)
	}
	for _, after := range g.boards(b) {
		switch {
		case g.made(b[0], after[0]):
			to = append(to, engine.EndWins)
		case g.made(b[1], after[1]):
			to = append(to, int32(len(g.all)))
		case g.stuck(after[1]):
			to = append(to, engine.EndWins)
		default:
			to = append(to, g.number[men2{after[1], after[0]}])
		}
	}
	return to
}

// A small board is solved in full, and each placement has the value that an independent
// and simpler program finds, with one worker and with several.
func TestTheSmallBoardIsSolvedAsByBruteForce(t *testing.T) {
	t.Parallel()
	solvedAsByBruteForce(t, 3, 1, 3)
	if !testing.Short() {
		solvedAsByBruteForce(t, 4, 3)
	}
}

// solvedAsByBruteForce solves a board of a size once with each number of workers.
func solvedAsByBruteForce(t *testing.T, size int, workers ...int) {
	t.Helper()
	p := newPlain(size, size)
	g := newPlainGraph(p)
	want, err := engine.Solve(g)
	require.NoError(t, err)
	for _, workers := range workers {
		s := &Solver{Side: p.side, Pawns: p.pawns, Workers: workers}
		solution, err := s.Run(t.Context())
		require.NoError(t, err)
		seen, ended := map[int]int{}, 0
		for n, b := range g.all {
			v := 0
			if want[n] != engine.ValueDrawn {
				v = 2*int(want[n]%2) - 1
			}
			number := s.board.numberOf(setup{set(b[0]), set(b[1])})
			if got := s.table.Value(number); got != v {
				require.Equal(t, v, got, "%b", b)
			}
			if seen[v]++; g.over(b) {
				ended++
			}
		}
		require.Len(t, seen, 3)
		require.Equal(t, []rules.SolvedTotals{{Phase: "moves", Won: seen[1], Lost: seen[-1], Drawn: seen[0] - ended}},
			solution.Totals)
	}
}

// pliesOf is where all plies of a state lead.
func pliesOf(w *solverBoard, b setup) (to []int64) {
	w.plies(b, func(next int64) bool { to = append(to, next); return true })
	return to
}

// The states before a state are all listed, and no others, and the number of a state leads back to one
// that is like it.
func TestWideNumbersAndPlies(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{3, 3}, {4, 4}, {4, 6}} {
		w := newSolverBoard(c[0], c[1])
		rng := rand.New(rand.NewPCG(1, uint64(c[1])))
		for range 300 {
			n := rng.Int64N(w.states())
			b, placements := w.state(n)
			require.Contains(t, []int{1, 2, 4, 8}, placements)
			for _, like := range w.symmetries {
				require.Equal(t, w.numberOf(b), w.numberOf(setup{like.of(b.own), like.of(b.other)}))
			}
			if _, ok := w.goesOn(n); !ok {
				require.False(t, boardWalk{w}.AtOnce(n))
				boardWalk{w}.Plies(n, func(int64) bool { t.Fatalf("%d goes on", n); return false })
				continue
			}
			for _, next := range pliesOf(w, b) {
				if next >= 0 && !w.makes(b) {
					require.Contains(t, boardWalk{w}.Before(next, nil), n)
				}
			}
			for _, number := range (boardWalk{w}).Before(n, nil) {
				before, ok := w.goesOn(number)
				require.True(t, ok)
				if !w.makes(before) {
					require.Contains(t, pliesOf(w, before), n)
				}
			}
		}
	}
}

// On the board that people play on, the solver's plies are those of the game.
func TestWidePliesAreTheGames(t *testing.T) {
	t.Parallel()
	w := newSolverBoard(size, pawns)
	require.EqualValues(t, 26_293_088_250, w.placements())
	t.Log(w.states())
	rng := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		number := rng.Int64N(w.states())
		b, _ := w.state(number)
		require.Equal(t, b.reread() != goesOn, w.over(b), "%v", b)
		if w.over(b) {
			continue
		}
		var list [maxPlies]ply
		var want []int64
		for _, m := range list[:b.plies(&list)] {
			next, end := b.play(m)
			switch end {
			case goesOn:
				want = append(want, w.numberOf(next))
			case otherAligned:
				want = append(want, int64(engine.EndLoses))
			default:
				want = append(want, int64(engine.EndWins))
			}
		}
		require.ElementsMatch(t, want, pliesOf(w, b))
		require.Equal(t, slices.Contains(want, int64(engine.EndWins)), w.makes(b))
	}
}

// Work that is stopped at any time continues from the file, and ends with the same values.
func TestSolvingGoesOnAfterItWasStopped(t *testing.T) {
	t.Parallel()
	side, pawns := 4, 4
	if testing.Short() {
		side, pawns = 3, 3
	}
	whole := &Solver{Side: side, Pawns: pawns, Workers: 1}
	want, err := whole.Run(t.Context())
	require.NoError(t, err)

	file := filepath.Join(t.TempDir(), "table")
	stopped := 0
	for {
		ctx, stop := context.WithCancel(t.Context())
		s := &Solver{Side: side, Pawns: pawns, Workers: 2, File: file, Every: 1}
		reports := 0
		s.Report = func(string, ...any) {
			if reports++; reports > 1 {
				stop()
			}
		}
		got, err := s.Run(ctx)
		stop()
		if err == nil {
			require.Equal(t, want.Totals, got.Totals)
			require.Equal(t, want.Start, got.Start)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		stopped++
	}
	require.Positive(t, stopped)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	got, err := (&Solver{Side: side, Pawns: pawns, File: file}).Run(ctx)
	require.NoError(t, err, "only the totals were left to count")
	require.Equal(t, want.Totals, got.Totals)

	_, err = (&Solver{Side: side, Pawns: 2, File: file}).Run(t.Context())
	require.ErrorContains(t, err, "is of le Rooya, ")

	look, err := engine.OpenTable(file, whole.name(), whole.board.states())
	require.NoError(t, err)
	for n := range whole.board.states() {
		v, err := look.Value(n)
		require.NoError(t, err)
		require.Equal(t, whole.table.Value(n), v)
	}
	require.NoError(t, look.Close())
}

// Several goroutines may ask for values at once, also for the first one of placing.
func TestSolvedValuesAreReadAtOnce(t *testing.T) {
	t.Parallel()
	s := &Solver{Side: 3, Pawns: 3, Workers: 2, File: filepath.Join(t.TempDir(), "table")}
	_, err := s.Run(t.Context())
	require.NoError(t, err)
	want := newPlacing(s.board, func(n int64) (int, error) { return s.table.Value(n), nil })
	_, err = want.value(setup{})
	require.NoError(t, err)
	var ask []position
	for b := range want.known {
		ask = append(ask, position{setup: b})
	}
	for n := range s.board.states() {
		b, _ := s.board.state(n)
		ask = append(ask, position{setup: b})
	}
	look, err := openStored(s.File, s.board)
	require.NoError(t, err)
	var askers sync.WaitGroup
	var failed [8]error
	for n := range failed {
		askers.Go(func() {
			for i := range ask {
				p := ask[(i+n*len(ask)/8)%len(ask)]
				got, err := look.Sign(p)
				v := s.table.Value(s.board.numberOf(p.setup))
				if (p.own | p.other).count() < 2*s.Pawns {
					v = int(want.known[p.setup])
				}
				if err != nil || got != v {
					failed[n] = fmt.Errorf("%v is worth %d, and not %d: %w", p.setup, v, got, err)
				}
			}
		})
	}
	askers.Wait()
	require.NoError(t, errors.Join(failed[:]...))
	require.NoError(t, look.Close())
}
