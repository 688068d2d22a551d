package rooya

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Solver solves Le Rooya: it finds whether every placement of the phase of moves is won, lost or
// drawn, and derives the phase of placing. The board that people play on takes half an hour to
// hours and a file; see engine.LargeSolver for how work continues after the process was killed.
type Solver struct {
	// Side and Pawns are the size of the board and the pawns of each side: at most 5 and 8.
	Side, Pawns int
	Workers     int
	// File is where the table is kept, and written again each time Every has passed;
	// "": nowhere.
	File   string
	Every  time.Duration
	Report func(format string, args ...any)

	board *solverBoard
	table *engine.LargeTable
}

// smallSide and smallPawns are the board that shows how long the real one takes. As on that one,
// there are as many outer cells as pawns.
const smallSide, smallPawns = 4, 6

// SolveInto implements rules.LongSolver.
func (p position) SolveInto(ctx context.Context, t rules.SolveOptions) (rules.Solution, error) {
	s := &Solver{Side: size, Pawns: pawns, Workers: t.Workers, File: t.File, Every: t.Every, Report: t.Report}
	if t.Small {
		s.Side, s.Pawns = smallSide, smallPawns
	}
	return s.Run(ctx)
}

// Stored implements rules.LongSolver.
func (p position) Stored(file string) (rules.StoredValues, error) {
	s, err := openStored(file, newSolverBoard(size, pawns))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// openStored opens the file of a board.
func openStored(file string, w *solverBoard) (*stored, error) {
	s, err := engine.OpenTable(file, tableName(w.size, w.pawns), w.states())
	if err != nil {
		return nil, err
	}
	return &stored{StoredTable: s, placing: newPlacing(w, s.Value)}, nil
}

// stored is the solved game in its file.
type stored struct {
	*engine.StoredTable
	mu      sync.Mutex // of what is known of the phase of placing
	placing *placing
}

// Sign implements rules.StoredValues. The first call during placing computes that whole phase, which
// takes two seconds; the phase of moves is read from the file.
func (s *stored) Sign(p rules.Position) (int, error) {
	q, ok := p.(position)
	if !ok || q.end != goesOn {
		return 0, errors.New("the game is over")
	}
	if (q.own | q.other).count() == 2*s.placing.pawns {
		return s.placing.value(q.setup)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.placing.value(setup{}); err != nil {
		return 0, err
	}
	return s.placing.value(q.setup)
}

// name is the name of the game in the file.
func (s *Solver) name() string { return tableName(s.Side, s.Pawns) }

func tableName(side, pawns int) string {
	return fmt.Sprintf("le Rooya, %dx%d with %d pawns", side, side, pawns)
}

// Run solves the board.
func (s *Solver) Run(ctx context.Context) (rules.Solution, error) {
	report := s.Report
	if report == nil {
		report = func(string, ...any) {}
	}
	s.board = newSolverBoard(s.Side, s.Pawns)
	states := s.board.states()
	report("%s: %d placements, %d states, %.2f GB", s.name(), s.board.placements(), states, float64(states)/4e9)
	work := &engine.LargeSolver{
		Game: s.name(), States: states, Workers: s.Workers, File: s.File, Every: s.Every, Report: report,
		New: func() engine.GeneratedGraph { return boardWalk{s.board} },
	}
	var err error
	if s.table, err = work.Run(ctx); err != nil {
		return rules.Solution{}, err
	}
	examined, rate := work.Examined()
	report("%d passes; this run looked at %.2f states for each that there is, %.0f a second", s.table.Passes(),
		float64(examined)/float64(states), rate)
	full := newPlacing(s.board, func(number int64) (int, error) { return s.table.Value(number), nil })
	start, err := full.value(setup{})
	return rules.Solution{Totals: []rules.SolvedTotals{s.totals()}, Start: rules.Value{Sign: start}}, err
}

// totals counts placements by their value. The distance of a win is not known.
func (s *Solver) totals() rules.SolvedTotals {
	t := rules.SolvedTotals{Phase: "moves"}
	w := s.board
	lined := slices.DeleteFunc(subsets(w.cells, w.pawns), func(other set) bool { return !w.alignedWithin(other) })
	for i, c := range w.classes {
		if w.over(setup{own: c.own}) {
			continue
		}
		goOn := len(w.others)
		for _, other := range lined {
			if other&c.own == 0 {
				goOn--
			}
		}
		first := int64(i) * int64(len(w.others))
		last := first + int64(len(w.others))
		won, lost := s.table.Count(first, last)
		if c.size < 8 { // equal states of the class have several numbers, and the value is with the least
			won, lost = 0, 0
			for n := first; n < last; n++ {
				b, _ := w.state(n)
				switch v := s.table.Value(w.numberOf(b)); {
				case v > 0:
					won++
				case v < 0:
					lost++
				}
			}
		}
		t.Won += won * int(c.size)
		t.Lost += lost * int(c.size)
		t.Drawn += (goOn - won - lost) * int(c.size)
	}
	return t
}

// placements is the number of placements from the point of view of the side to act.
func (w *solverBoard) placements() (n int64) {
	for _, c := range w.classes {
		n += int64(c.size) * int64(len(w.others))
	}
	return n
}

// placing computes the values of the phase of placing from those of the phase of moves.
type placing struct {
	*solverBoard
	after func(number int64) (int, error)
	known map[setup]int8
}

func newPlacing(w *solverBoard, after func(int64) (int, error)) *placing {
	return &placing{w, after, map[setup]int8{}}
}

// value is the value of a board with pawns in hand for the side to act. It stores the values of
// all boards that may follow.
func (p *placing) value(b setup) (int, error) {
	if (b.own | b.other).count() == 2*p.pawns {
		if p.over(b) {
			return 0, nil
		}
		return p.after(p.numberOf(b))
	}
	least := b
	for i := range p.symmetries {
		like := setup{p.symmetries[i].of(b.own), p.symmetries[i].of(b.other)}
		if like.own < least.own || like.own == least.own && like.other < least.other {
			least = like
		}
	}
	if v, ok := p.known[least]; ok {
		return int(v), nil
	}
	best := -1
	outer := (1<<p.cells - 1) &^ p.inner
	for free := outer &^ (b.own | b.other); free != 0; free &= free - 1 {
		v, err := p.value(setup{own: b.other, other: b.own | free&-free})
		if err != nil {
			return 0, err
		}
		best = max(best, -v)
	}
	p.known[least] = int8(best)
	return best, nil
}

// solverBoard is the phase of moves for the solver, on a board of any size up to five and with any
// number of pawns. It numbers the states from the point of view of the side to act; states that
// are equal by a turn or reflection of the board have one number. It shares only the type set with
// the playing code, and a test compares both.
type solverBoard struct {
	size, pawns int
	cells       int
	inner       set
	beside      [size * size]set
	lines       [size * size][2]set
	follow      [size * size]set
	rows        []set          // all lines
	within      []set          // the lines that cross the inner plate
	turns       [3]permutation // of the inner plate
	symmetries  [8]permutation // of the board; the first changes nothing
	ranking
	class   []uint32 // by the rank of a set: its class, and the symmetry that leads there
	classes []class
	others  []set // by rank: sets of pawns among the remaining cells
}

// ranking numbers the sets with the same number of cells.
type ranking struct {
	ways [25 + 1][9]uint32 // ways[n][k]: the number of sets of k cells among n
	low  [1 << lowBits]uint32
	high [9][1 << highBits]uint32 // by the number of cells in the low part
}

// Tables are indexed by the two parts of a set.
const (
	lowBits  = 13
	highBits = size*size - lowBits
	lowMask  = 1<<lowBits - 1
)

// permutation is a permutation of the cells of a board, by both parts of a set.
type permutation struct {
	low  [1 << lowBits]set
	high [1 << highBits]set
}

func (p *permutation) of(s set) set { return p.low[s&lowMask] | p.high[s>>lowBits] }

// class is a set of pawns that represents up to eight sets that are equal by symmetry.
type class struct {
	own  set
	size uint8 // the number of sets
}

// at is the cell in a column and a row.
func (w *solverBoard) at(column, row int) cell { return cell(w.size*row + column) }

// permute makes the permutation in which to is the new cell of each cell.
func (w *solverBoard) permute(to func(column, row int) cell) (p permutation) {
	for c := range w.cells {
		bit := to(c%w.size, c/w.size).bit()
		for s := range p.low {
			if set(s).has(cell(c)) {
				p.low[s] |= bit
			}
		}
		for s := range p.high {
			if (set(s) << lowBits).has(cell(c)) {
				p.high[s] |= bit
			}
		}
	}
	return p
}

// newSolverBoard makes a board and numbers its states.
func newSolverBoard(side, pawns int) *solverBoard {
	w := &solverBoard{size: side, pawns: pawns, cells: side * side}
	last := side - 1
	edge := func(n int) bool { return n == 0 || n == last }
	for c := range w.cells {
		if !edge(c%side) && !edge(c/side) {
			w.inner |= cell(c).bit()
		}
	}
	for c := range w.cells {
		column, row := c%side, c/side
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if x, y := column+d[0], row+d[1]; x >= 0 && x < side && y >= 0 && y < side {
				w.beside[c] |= w.at(x, y).bit()
			}
		}
		plate := w.inner
		if !plate.has(cell(c)) {
			plate = ^w.inner
		}
		w.follow[c] = w.beside[c] & plate
		for n := range side {
			w.lines[c][0] |= w.at(n, row).bit()
			w.lines[c][1] |= w.at(column, n).bit()
		}
		if column == row && !edge(column) {
			w.within = append(w.within, w.lines[c][:]...)
		}
	}
	for n := range side {
		w.rows = append(w.rows, w.lines[w.at(n, n)][:]...)
	}
	for turn := range w.turns {
		w.turns[turn] = w.permute(func(x, y int) cell {
			if !w.inner.has(w.at(x, y)) {
				return w.at(x, y)
			}
			for range turn + 1 {
				x, y = y, last-x
			}
			return w.at(x, y)
		})
	}
	for n := range w.symmetries {
		w.symmetries[n] = w.permute(func(x, y int) cell {
			for range n % 4 {
				x, y = y, last-x
			}
			if n >= 4 {
				x = last - x
			}
			return w.at(x, y)
		})
	}
	w.number()
	return w
}

// number prepares the numbers of states: the class of the pawns of the side to act, and the rank
// of the other pawns among the remaining cells.
func (w *solverBoard) number() {
	for n := range w.ways {
		w.ways[n][0] = 1
		for k := 1; k <= min(n, 8); k++ {
			w.ways[n][k] = w.ways[n-1][k-1] + w.ways[n-1][k]
		}
	}
	// The rank of a set is the sum of ways[c][k] over its cells c, k counted from 1.
	for s := range w.low {
		k := 1
		for rest := set(s); rest != 0 && k <= 8; rest, k = rest&(rest-1), k+1 {
			w.low[s] += w.ways[rest.first()][k]
		}
	}
	for below := range w.high {
		for s := range w.high[below] {
			k := below + 1
			for rest := set(s); rest != 0 && k <= 8; rest, k = rest&(rest-1), k+1 {
				w.high[below][s] += w.ways[rest.first()+lowBits][k]
			}
		}
	}
	w.others = subsets(w.cells-w.pawns, w.pawns)
	const none = ^uint32(0)
	w.class = make([]uint32, w.ways[w.cells][w.pawns])
	for i := range w.class {
		w.class[i] = none
	}
	for _, own := range subsets(w.cells, w.pawns) {
		if w.class[w.rank(own)] != none {
			continue
		}
		found := class{own: own}
		for n := range w.symmetries {
			like := w.symmetries[n].of(own)
			if r := w.rank(like); w.class[r] == none {
				w.class[r] = uint32(len(w.classes))<<3 | uint32(w.back(n))
				found.size++
			}
		}
		w.classes = append(w.classes, found)
	}
}

// back is the inverse of the n-th symmetry: reflections are their own inverses, and one quarter
// turn is the inverse of three.
func (w *solverBoard) back(n int) int {
	if n < 4 {
		return (4 - n) % 4
	}
	return n
}

// subsets lists the sets of k among n cells by rank.
func subsets(n, k int) (list []set) {
	for s := set(1)<<k - 1; s < 1<<n; {
		list = append(list, s)
		// The next number with as many bits (Gosper).
		low := s & -s
		next := s + low
		s = next | (s^next)/low>>2
	}
	return list
}

// rank is the rank of a set among those with the same number of cells.
func (w *solverBoard) rank(s set) uint32 {
	low := s & lowMask
	return w.low[low] + w.high[min(low.count(), 8)][s>>lowBits]
}

// states is the number of states.
func (w *solverBoard) states() int64 { return int64(len(w.classes)) * int64(len(w.others)) }

// numberOf is the number of a state. If a symmetry maps the pawns of the side to act to
// themselves, equal states have several numbers; it is the least.
func (w *solverBoard) numberOf(b setup) int64 {
	c := w.class[w.rank(b.own)]
	like := &w.symmetries[c&7]
	own, other := like.of(b.own), like.of(b.other)
	rank := w.rankAmong(own, other)
	if w.classes[c>>3].size < 8 {
		for i := range w.symmetries {
			if like := &w.symmetries[i]; like.of(own) == own {
				rank = min(rank, w.rankAmong(own, like.of(other)))
			}
		}
	}
	return int64(c>>3)*int64(len(w.others)) + int64(rank)
}

// rankAmong is the rank of other pawns among the cells without own pawns.
func (w *solverBoard) rankAmong(own, other set) (rank uint32) {
	for k := 1; other != 0; other, k = other&(other-1), k+1 {
		at := other.first()
		rank += w.ways[int(at)-(own&(at.bit()-1)).count()][k]
	}
	return rank
}

// state is the state with a number, and the number of placements that it represents.
func (w *solverBoard) state(number int64) (b setup, placements int) {
	c := w.classes[number/int64(len(w.others))]
	b.own = c.own
	rest := w.others[number%int64(len(w.others))]
	// The n-th remaining cell becomes the n-th cell of the board without own pawns.
	for free := (1<<w.cells - 1) &^ b.own; rest != 0; free, rest = free&(free-1), rest>>1 {
		if rest&1 == 1 {
			b.other |= free & -free
		}
	}
	return b, int(c.size)
}

// boardWalk lists the plies of states by number; it belongs to one goroutine.
type boardWalk struct{ *solverBoard }

// over reports whether the game is over in a state: a line crosses the inner plate, or the side to
// act is blocked.
func (w *solverBoard) over(b setup) bool {
	for _, line := range w.within {
		if b.own&line == line || b.other&line == line {
			return true
		}
	}
	return w.blocked(b.own)
}

func (w *solverBoard) blocked(own set) bool {
	for rest := own; rest != 0; rest &= rest - 1 {
		if w.beside[rest.first()]&^own != 0 {
			return false
		}
	}
	return true
}

func (w *solverBoard) aligned(s set, c cell) bool {
	through := &w.lines[c]
	return s&through[0] == through[0] || s&through[1] == through[1]
}

func (w *solverBoard) alignedWithin(s set) bool {
	for _, line := range w.within {
		if s&line == line {
			return true
		}
	}
	return false
}

// goesOn is the state with a number; ok is false if an equal state has a lower number or the game
// is over.
func (w *solverBoard) goesOn(number int64) (b setup, ok bool) {
	b, placements := w.state(number)
	return b, !w.over(b) && (placements == 8 || w.numberOf(b) == number)
}

// AtOnce implements engine.GeneratedGraph. A ply wins only by a line, since no side can be blocked.
func (w boardWalk) AtOnce(number int64) bool {
	b, ok := w.goesOn(number)
	return ok && w.makes(b)
}

// makes reports whether the side to act can make a line.
func (w *solverBoard) makes(b setup) bool {
	taken := b.own | b.other
	for _, line := range w.rows {
		missing := line &^ b.own
		if missing == 0 || missing&(missing-1) != 0 {
			continue
		}
		at, others := missing.first(), b.own&^line
		if w.beside[at]&others != 0 {
			return true
		}
		for vias := w.follow[at] &^ taken; vias != 0; vias &= vias - 1 {
			via := vias.first()
			if w.beside[via]&^w.follow[via]&others != 0 {
				return true
			}
		}
	}
	for i := range w.turns {
		if w.alignedWithin(w.turns[i].of(b.own)) {
			return true
		}
	}
	return false
}

// Plies implements engine.GeneratedGraph.
func (w boardWalk) Plies(number int64, see func(int64) bool) {
	if b, ok := w.goesOn(number); ok {
		w.plies(b, see)
	}
}

// plies calls see with the result of each ply until it returns false.
func (w *solverBoard) plies(b setup, see func(int64) bool) {
	for men := b.own; men != 0; men &= men - 1 {
		from := men.first()
		for steps := w.beside[from] &^ b.own; steps != 0; steps &= steps - 1 {
			via := steps.first()
			if !see(w.step(b, from, from, via)) {
				return
			}
			if b.other.has(via) || w.inner.has(from) == w.inner.has(via) {
				continue
			}
			for on := w.follow[via] &^ b.own; on != 0; on &= on - 1 {
				if !see(w.step(b, from, via, on.first())) {
					return
				}
			}
		}
	}
	for i := range w.turns {
		own, other := w.turns[i].of(b.own), w.turns[i].of(b.other)
		if !see(w.leads(own, other, w.alignedWithin(own), w.alignedWithin(other))) {
			return
		}
	}
}

// step is the result of a pawn's move; an enemy pawn on its last cell goes to via.
func (w *solverBoard) step(b setup, from, via, at cell) int64 {
	own := b.own&^from.bit() | at.bit()
	if !b.other.has(at) {
		return w.leads(own, b.other, w.aligned(own, at), false)
	}
	other := b.other&^at.bit() | via.bit()
	return w.leads(own, other, w.aligned(own, at), w.aligned(other, via))
}

// leads is the result of a ply that leaves these pawns. made and given are whether it made a line
// for the side that acted and for the other side.
func (w *solverBoard) leads(own, other set, made, given bool) int64 {
	switch {
	case made:
		return int64(engine.EndWins)
	case given:
		return int64(engine.EndLoses)
	case w.blocked(other):
		return int64(engine.EndWins)
	}
	return w.numberOf(setup{own: other, other: own})
}

// Before implements engine.GeneratedGraph. It also appends some states in which the ply won.
func (w boardWalk) Before(number int64, to []int64) []int64 {
	b, _ := w.state(number)
	// The pawns of the side that acted are b.other now.
	acted, own := b.other, b.own
	taken := acted | own
	add := func(before setup) {
		if !w.over(before) {
			to = append(to, w.numberOf(before))
		}
	}
	step := func(from, via, at cell) {
		before := setup{own: acted&^at.bit() | from.bit(), other: own}
		if own.has(via) { // they changed places
			if w.aligned(own, via) {
				return // that ply lost
			}
			before.other = own&^via.bit() | at.bit()
		}
		add(before)
	}
	for men := acted; men != 0; men &= men - 1 {
		at := men.first()
		for ways := w.beside[at] &^ acted; ways != 0; ways &= ways - 1 {
			from := ways.first()
			step(from, from, at)
		}
		for vias := w.follow[at] &^ acted; vias != 0; vias &= vias - 1 {
			via := vias.first()
			for froms := w.beside[via] &^ w.follow[via] &^ taken; froms != 0; froms &= froms - 1 {
				step(froms.first(), via, at)
			}
		}
	}
	for i := range w.turns {
		turn := &w.turns[len(w.turns)-1-i]
		add(setup{own: turn.of(acted), other: turn.of(own)})
	}
	return to
}
