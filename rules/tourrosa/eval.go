package tourrosa

import (
	"math/bits"
	"sync"

	"turnpost/rules"
)

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side {
	if w.Now().outcome().Over() {
		return rules.None
	}
	return w.Now().side
}

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return w.Now().outcome().Result }

// Plies implements rules.SearchWalker.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber { return w.Now().plies(to, false) }

// Loud implements rules.LoudLister.
func (w *walker) Loud(to []rules.PlyNumber) []rules.PlyNumber { return w.Now().plies(to, true) }

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) { w.Push().choose(ply(p.Number())) }

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move { return ply(p.Number()).text() }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	hash := uint64(s.side)<<8 | uint64(s.passes)
	for i := 0; i < len(s.cells); i += 8 {
		// The first cell is the highest byte. Which plies the lower levels overlook depends on the hash,
		// so it stays as it is.
		hash = rules.Mix(hash, bits.ReverseBytes64(s.eight(i)))
	}
	return hash
}

// Evaluate implements rules.Evaluator: it values pieces and stacks. Few stacks mean few choices.
func (w *walker) Evaluate() int {
	s := w.Now()
	own := sign(s.side)
	sum := 100 * (int(s.pieces[index(own)]) - int(s.pieces[index(-own)]))
	for _, v := range s.cells {
		v *= own
		switch {
		case v > 0:
			sum += stackWorth(int(v))
		case v < 0:
			sum -= stackWorth(-int(v))
		}
	}
	return sum + 15
}

// stackWorth is the value of a stack in addition to its pieces. A single piece is easily jumped and
// can jump little; a tall tower is lost all at once.
func stackWorth(height int) int {
	switch height {
	case 1:
		return 4
	case 2, 3, 4:
		return 10
	}
	return 12 - 2*height
}

// The patterns of Tourrosa (rules.Patterned): the stacks on each ring, the stacks on two and three
// consecutive cells of the line, and the numbers of pieces.

const (
	classes = 11 // of a cell: empty; own stack of 1, 2, 3, 4, more; enemy stack of the same
	coarse  = 7  // empty; own stack of 1, 2, more; enemy stack of the same

	ringKinds = 2 * rings // of a place: its ring and heading

	patternPasses  = 1 // pattern 0 is in every position
	patternPieces  = patternPasses + 2
	countedPieces  = 13
	patternStacks  = patternPieces + 2*countedPieces
	patternPairs   = patternStacks + rings*classes
	patternTriples = patternPairs + ringKinds*classes*classes
	patternKinds   = patternTriples + ringKinds*coarse*coarse*coarse
)

// class is the class of a cell by its height v from the point of view of the side to move.
func class(v int8) uint16 {
	switch {
	case v > 0:
		return uint16(min(v, 5))
	case v < 0:
		return 5 + uint16(min(-v, 5))
	}
	return 0
}

// coarser are the coarse classes of the classes.
var coarser = [classes]uint16{0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6}

// Patterns implements rules.Patterned. The clockwise tour passes every pair of consecutive cells once.
func (w *walker) Patterns(to []uint16) []uint16 {
	s := w.Now()
	own := sign(s.side)
	counts := s.counts()
	to = append(to, counts[:]...)
	var on [cells]uint16
	for c, v := range s.cells {
		if v != 0 {
			on[c] = class(v * own)
			to = append(to, patternStacks+uint16(c/hours)*classes+on[c])
		}
	}
	a, b := on[rose.cell[lap-2]], on[rose.cell[lap-1]]
	for p := range place(lap) {
		c := on[rose.cell[p]]
		to = triple(to, placeKind[p], a, b, c)
		a, b = b, c
	}
	return to
}

// counts are the patterns of the passes and of the numbers of pieces.
func (s *state) counts() [4]uint16 {
	own := sign(s.side)
	return [...]uint16{
		0, patternPasses + uint16(min(s.passes, 1)),
		patternPieces + uint16(min(s.pieces[index(own)], countedPieces-1)),
		patternPieces + countedPieces + uint16(min(s.pieces[index(-own)], countedPieces-1)),
	}
}

// triple appends the patterns of three consecutive classes and of the first two of them.
func triple(to []uint16, kind, a, b, c uint16) []uint16 {
	if a != 0 && b != 0 {
		to = append(to, patternPairs+(kind*classes+a)*classes+b)
	}
	if b != 0 && (a != 0 || c != 0) || a != 0 && c != 0 {
		to = append(to, patternTriples+((kind*coarse+coarser[a])*coarse+coarser[b])*coarse+coarser[c])
	}
	return to
}

// PatternKinds implements rules.Patterned.
func (w *walker) PatternKinds() int { return patternKinds }

// placeKind is the ring kind of each place of the clockwise tour.
var placeKind = kindsOfPlaces()

func kindsOfPlaces() (kinds [lap]uint16) {
	for p := range place(lap) {
		kinds[p] = uint16(rose.cell[p].ring())
		if rose.outward[p] {
			kinds[p] += rings
		}
	}
	return kinds
}

// weigher holds the sums of all patterns of stacks and of three consecutive cells.
type weigher struct {
	weights *rules.Weights
	stacks  [rings * classes]rules.PatternSum
	// threes is indexed by the ring kind of the last place and the three classes, four bits
	// each.
	threes [ringKinds << threeClasses]rules.PatternSum
}

// threeClasses is the number of bits of three classes.
const threeClasses = 12

// weighers are the weighers of all weights that were used: those that ship, and in training some more.
// Building one takes some milliseconds.
var weighers sync.Map // of *weigher by *rules.Weights

func newWeigher(weights *rules.Weights) *weigher {
	g := &weigher{weights: weights}
	for i := range g.stacks {
		if i%classes != 0 {
			g.stacks[i].Add(weights, patternStacks+uint16(i))
		}
	}
	var list []uint16
	for kind := range uint16(ringKinds) {
		for a := range uint16(classes) {
			for b := range uint16(classes) {
				for c := range uint16(classes) {
					list = triple(list[:0], kind, a, b, c)
					g.threes[kind<<threeClasses|a<<8|b<<4|c].Add(weights, list...)
				}
			}
		}
	}
	return g
}

// Weigh implements rules.PatternWeigher.
func (w *walker) Weigh(weights *rules.Weights) func() int {
	found, ok := weighers.Load(weights)
	if !ok {
		found, _ = weighers.LoadOrStore(weights, newWeigher(weights))
	}
	g := found.(*weigher)
	return func() int { return g.score(w.Now()) }
}

func (g *weigher) score(s *state) int {
	var sum rules.PatternSum
	counts := s.counts()
	sum.Add(g.weights, counts[:]...)
	classOf := &classesOf[index(sign(s.side))]
	var on [64]uint8 // the class of each cell; 64, so that an index needs no bounds check
	var tour [len(threes)]uint64
	own, enemy := s.stacks()
	for left := own | enemy; left != 0; left &= left - 1 {
		c := first(left) % 64
		tour[0] |= tours.places[c][0]
		tour[1] |= tours.places[c][1]
		on[c] = classOf[uint8(s.cells[c])]
		sum.AddSum(&g.stacks[c/hours*classes+uint(on[c])])
	}
	// Three cells without two stacks have no pattern.
	for word, one := range tour {
		for two := (one&(one>>1) | (one|one>>1)&(one>>2)) & (1<<half - 1); two != 0; two &= two - 1 {
			three := &threes[word][first(two)%64]
			a, b, c := on[three.cells[0]%64], on[three.cells[1]%64], on[three.cells[2]%64]
			sum.AddSum(&g.threes[three.kind|uint16(a)<<8|uint16(b)<<4|uint16(c)])
		}
	}
	return g.weights.Score(&sum)
}

// threes are each three consecutive cells of the clockwise tour by the first of them, by the words of
// places; and the ring kind of the last, shifted as in weigher.threes.
var threes = threesOfTour()

func threesOfTour() (of [lap / half][64]struct {
	cells [3]cell
	kind  uint16
}) {
	for p := range place(lap) {
		t := &of[p/half][p%half]
		for i := range t.cells {
			last := tours.ahead[p][i]
			t.cells[i], t.kind = rose.cell[last], placeKind[last]<<threeClasses
		}
	}
	return of
}

// classesOf is the class of every height from the point of view of each side.
var classesOf = classesBySides()

func classesBySides() (of [2][256]uint8) {
	for v := -127; v < 128; v++ {
		of[index(1)][uint8(v)] = uint8(class(int8(v)))
		of[index(-1)][uint8(v)] = uint8(class(int8(-v)))
	}
	return of
}
