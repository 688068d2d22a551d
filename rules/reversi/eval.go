package reversi

import "turnpost/rules"

// walker implements rules.SearchWalker.
type walker struct{ rules.WalkStack[state] }

// Walk implements rules.Walkable.
func (p position) Walk() rules.SearchWalker { return &walker{rules.NewWalkStack(p.state)} }

// Turn implements rules.SearchWalker.
func (w *walker) Turn() rules.Side { return w.Now().turn() }

// Result implements rules.SearchWalker.
func (w *walker) Result() rules.Result { return w.Now().result() }

// Plies implements rules.SearchWalker. Corners look best, and the cells beside an empty corner worst.
func (w *walker) Plies(to []rules.PlyNumber) []rules.PlyNumber {
	s := w.Now()
	bad := s.risky()
	for rest := s.legal(); rest != 0; rest &= rest - 1 {
		at, hint := rest&-rest, uint8(16)
		switch {
		case at&corners != 0:
			hint = 100
		case at&bad != 0:
			hint = rules.Quiet
		}
		to = append(to, rules.NewPlyNumber(uint32(rest.first()), hint))
	}
	return to
}

// Play implements rules.SearchWalker.
func (w *walker) Play(p rules.PlyNumber) { w.Push().play(1 << p.Number()) }

// Hash implements rules.SearchWalker.
func (w *walker) Hash() uint64 {
	s := w.Now()
	return rules.Mix(rules.Mix(rules.Mix(0, uint64(s.discs[0])), uint64(s.discs[1])), uint64(s.turn()))
}

// Text implements rules.SearchWalker.
func (w *walker) Text(p rules.PlyNumber) rules.Move {
	return rules.Move(cellAt(int(p.Number())).String())
}

const (
	corners set = 1 | 1<<7 | 1<<56 | 1<<63
	edges       = row1 | row8 | 0xff | 0xff<<56
)

// risky is the cells beside an empty corner.
func (s *state) risky() set { return (corners &^ (s.discs[0] | s.discs[1])).around() }

// around is the cells beside those of a set.
func (s set) around() (all set) {
	for d := range directions {
		all |= s.step(d)
	}
	return all
}

// stable is the discs of a set along the edges that are joined to an own corner, and can never be turned.
func (s set) stable() set {
	held := s & corners
	for range size - 2 {
		for d := range 4 { // along columns and rows
			held |= held.step(d) & s & edges
		}
	}
	return held
}

// The worths of what Evaluate counts. Early on discs are a burden; only at the end they count.
const (
	worthMove     = 10 // a cell on which a side can play
	worthFrontier = 5  // a disc beside an empty cell, which gives the other side moves
	worthStable   = 40
	worthRisky    = 35 // a disc beside an empty corner
	worthCorner   = 60 // besides its being stable
	worthLast     = 12 // a disc, at the very end
)

// Evaluate implements rules.Evaluator: mobility, frontiers, corners and what is held by them, and at
// the end the discs.
func (w *walker) Evaluate() int {
	s := w.Now()
	side := s.side
	return s.worth(side) - s.worth(side^1)
}

// worth is the value of what a side has.
func (s *state) worth(side uint8) int {
	own := s.discs[side]
	empty := ^(s.discs[0] | s.discs[1])
	late := max(0, 20-empty.count())
	return worthMove*s.moves(side).count() -
		worthFrontier*(own&empty.around()).count() +
		worthStable*own.stable().count() -
		worthRisky*(own&s.risky()).count() +
		worthCorner*(own&corners).count() +
		worthLast*own.count()*late/20
}
