package rooya

// wide is the phase of moves for the solver, on a board of any size up to five and with any
// number of pawns. It numbers the states from the point of view of the side to act; states that
// are equal by a turn or reflection of the board have one number. It shares only the type set with
// the playing code, and a test compares both.
type wide struct {
	size, pawns int
	cells       int
	inner       set
	beside      [size * size]set
	lines       [size * size][2]set
	follow      [size * size]set
	rows        []set          // all lines
	within      []set          // the lines that cross the inner plate
	turns       [3]permutation // of the inner plate
	likenesses  [8]permutation // of the board; the first changes nothing
	ranking
	class   []uint32 // by the rank of a set: its class, and the likeness that leads there
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
func (w *wide) at(column, row int) cell { return cell(w.size*row + column) }

// permute makes the permutation in which to is the new cell of each cell.
func (w *wide) permute(to func(column, row int) cell) (p permutation) {
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

// newWide makes a board and numbers its states.
func newWide(side, pawns int) *wide {
	w := &wide{size: side, pawns: pawns, cells: side * side}
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
	for n := range w.likenesses {
		w.likenesses[n] = w.permute(func(x, y int) cell {
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
func (w *wide) number() {
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
		for n := range w.likenesses {
			like := w.likenesses[n].of(own)
			if r := w.rank(like); w.class[r] == none {
				w.class[r] = uint32(len(w.classes))<<3 | uint32(w.back(n))
				found.size++
			}
		}
		w.classes = append(w.classes, found)
	}
}

// back is the inverse of the n-th likeness: reflections are their own inverses, and one quarter
// turn is the inverse of three.
func (w *wide) back(n int) int {
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
func (w *wide) rank(s set) uint32 {
	low := s & lowMask
	return w.low[low] + w.high[min(low.count(), 8)][s>>lowBits]
}

// states is the number of states.
func (w *wide) states() int64 { return int64(len(w.classes)) * int64(len(w.others)) }

// numberOf is the number of a state. If a symmetry maps the pawns of the side to act to
// themselves, equal states have several numbers; it is the least.
func (w *wide) numberOf(b setup) int64 {
	c := w.class[w.rank(b.own)]
	like := &w.likenesses[c&7]
	own, other := like.of(b.own), like.of(b.other)
	rank := w.rankAmong(own, other)
	if w.classes[c>>3].size < 8 {
		for i := range w.likenesses {
			if like := &w.likenesses[i]; like.of(own) == own {
				rank = min(rank, w.rankAmong(own, like.of(other)))
			}
		}
	}
	return int64(c>>3)*int64(len(w.others)) + int64(rank)
}

// rankAmong is the rank of other pawns among the cells without own pawns.
func (w *wide) rankAmong(own, other set) (rank uint32) {
	for k := 1; other != 0; other, k = other&(other-1), k+1 {
		at := other.first()
		rank += w.ways[int(at)-(own&(at.bit()-1)).count()][k]
	}
	return rank
}

// state is the state with a number, and the number of placements that it represents.
func (w *wide) state(number int64) (b setup, placements int) {
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
