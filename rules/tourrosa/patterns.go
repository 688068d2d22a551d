package tourrosa

// What is learned of Tourrosa (rules.Patterned): which stacks stand on which rings, what
// stands on two and on three cells that follow each other along the line, and how many
// pieces there are.

const (
	classes = 11 // of a stack: none, own of 1, 2, 3, 4, more; the enemy's likewise
	coarse  = 7  // none, own of 1, 2, more; the enemy's likewise

	ringKinds = 2 * rings // of a place: its ring, and whether it goes outward

	patternPasses  = 1 // behind the one that every position shows
	patternPieces  = patternPasses + 2
	countedPieces  = 13
	patternStacks  = patternPieces + 2*countedPieces
	patternPairs   = patternStacks + rings*classes
	patternTriples = patternPairs + ringKinds*classes*classes
	patternKinds   = patternTriples + ringKinds*coarse*coarse*coarse
)

// class is what stands on a cell, its height v seen by the side to move.
func class(v int8) uint16 {
	switch {
	case v > 0:
		return uint16(min(v, 5))
	case v < 0:
		return 5 + uint16(min(-v, 5))
	}
	return 0
}

// coarser is the same for three in a row.
var coarser = [classes]uint16{0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6}

// Patterns lists them along the clockwise tour, which passes every pair of cells that
// follow each other once.
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

// counts are the patterns of the turn and of how many pieces there are.
func (s *state) counts() [4]uint16 {
	own := sign(s.side)
	return [...]uint16{
		0, patternPasses + uint16(min(s.passes, 1)),
		patternPieces + uint16(min(s.pieces[index(own)], countedPieces-1)),
		patternPieces + countedPieces + uint16(min(s.pieces[index(-own)], countedPieces-1)),
	}
}

// triple appends the patterns of three classes that follow each other, and of the first two.
func triple(to []uint16, kind, a, b, c uint16) []uint16 {
	if a != 0 && b != 0 {
		to = append(to, patternPairs+(kind*classes+a)*classes+b)
	}
	if b != 0 && (a != 0 || c != 0) || a != 0 && c != 0 {
		to = append(to, patternTriples+((kind*coarse+coarser[a])*coarse+coarser[b])*coarse+coarser[c])
	}
	return to
}

// PatternKinds is how many there are.
func (w *walker) PatternKinds() int { return patternKinds }

// placeKind is the kind of each place of the clockwise tour.
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
