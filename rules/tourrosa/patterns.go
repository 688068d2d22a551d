package tourrosa

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
