package rooya

// wide is the phase of moves on a board of any size up to five and with any number of
// pawns, as the solver has it: its states by number, for the side to act, with those
// that a turn or reflection of the board makes alike as one. It shares nothing with the
// playing code but its sets, and a test compares both.
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
	others  []set // by rank: sets of pawns among the cells that are left
}

// ranking gives sets of as many cells their places among each other.
type ranking struct {
	ways [25 + 1][9]uint32 // ways[n][k]: how many sets of k there are among n
	low  [1 << lowBits]uint32
	high [9][1 << highBits]uint32 // by how many are in the low part
}

// A set is looked at in two parts.
const (
	lowBits  = 13
	highBits = size*size - lowBits
	lowMask  = 1<<lowBits - 1
)

// permutation is where the cells of a board go, by both parts of a set.
type permutation struct {
	low  [1 << lowBits]set
	high [1 << highBits]set
}

func (p *permutation) of(s set) set { return p.low[s&lowMask] | p.high[s>>lowBits] }

// class is a set of pawns that stands for up to eight that are alike.
type class struct {
	own  set
	size uint8 // how many it stands for
}

// at is the cell in a column and a row.
func (w *wide) at(column, row int) cell { return cell(w.size*row + column) }

// permute is a permutation of cells.
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

// newWide lays out a board and numbers its states.
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

// number gives every state its number: that of the class of the pawns of the side to
// act, and the rank of the other pawns among the cells that are left.
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

// back is the likeness that undoes the n-th: reflections undo themselves, and of the
// turns one quarter undoes three.
func (w *wide) back(n int) int {
	if n < 4 {
		return (4 - n) % 4
	}
	return n
}

// subsets are the sets of k among n cells, by rank.
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

// rank is the place of a set among those of as many cells.
func (w *wide) rank(s set) uint32 {
	low := s & lowMask
	return w.low[low] + w.high[min(low.count(), 8)][s>>lowBits]
}

// states is how many numbers there are.
func (w *wide) states() int64 { return int64(len(w.classes)) * int64(len(w.others)) }

// numberOf is the number of a state. Of the numbers of states that are alike, which are
// several where the pawns of the side to act are alike to themselves, it is the least.
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

// rankAmong is the rank of other pawns among the cells that own ones leave.
func (w *wide) rankAmong(own, other set) (rank uint32) {
	for k := 1; other != 0; other, k = other&(other-1), k+1 {
		at := other.first()
		rank += w.ways[int(at)-(own&(at.bit()-1)).count()][k]
	}
	return rank
}

// state is the state that stands for a number, and for how many placements.
func (w *wide) state(number int64) (b setup, placements int) {
	c := w.classes[number/int64(len(w.others))]
	b.own = c.own
	rest := w.others[number%int64(len(w.others))]
	// The n-th cell that is left becomes the n-th of the board without own pawns.
	for free := (1<<w.cells - 1) &^ b.own; rest != 0; free, rest = free&(free-1), rest>>1 {
		if rest&1 == 1 {
			b.other |= free & -free
		}
	}
	return b, int(c.size)
}
