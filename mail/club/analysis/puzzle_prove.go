package analysis

import (
	"cmp"
	"context"
	"slices"
	"time"

	"turnpost/rules"
)

const (
	// mostPlies is how many plies a win may take from a puzzle's position on, so that a person can
	// see it to its end.
	mostPlies = 9
	// proofNodes is how many positions a proof may reach. A win that needs more makes no puzzle.
	proofNodes = 2_000_000
	// quickNodes is how many positions may be reached to find out whether one ply wins soonest.
	quickNodes = 100_000
)

// proof shows by a search of all plies whether a side wins within a number of plies. It prunes
// nothing, unlike an engine, whose reductions may overlook a reply. A repetition helps nobody to
// win sooner, so it needs no history.
type proof struct {
	ctx    context.Context
	walk   rules.SearchWalker
	side   rules.Side // who is to win
	nodes  int
	states map[uint64]proven
}

// proven is what is known of a state.
type proven struct {
	wins, fails int             // within so many plies the side wins, or does not; 0: unknown
	first       rules.PlyNumber // the ply that settled that last, which is tried first
}

// newProof begins to prove a win of the side to move; nil if the game cannot be walked through.
func newProof(ctx context.Context, p rules.Position, nodes int) *proof {
	w, ok := p.(rules.Walkable)
	if !ok {
		return nil
	}
	return &proof{ctx: ctx, walk: w.Walk(), side: p.Turn(), nodes: nodes, states: map[uint64]proven{}}
}

// soonest returns the only ply that wins within the fewest plies, and how many these are: at least
// leastPlies, and at most mostPlies. It returns "" if there is none, or if it takes too many nodes to tell.
func soonest(ctx context.Context, p rules.Position, rest func(time.Duration)) (rules.Move, int, error) {
	began := time.Now()
	defer func() { rest(time.Since(began)) }()
	s := newProof(ctx, p, quickNodes)
	if s == nil {
		return "", 0, nil
	}
	list := s.walk.Plies(nil)
	for plies := 1; plies <= mostPlies; plies++ {
		var wins []rules.PlyNumber
		for _, ply := range list {
			if s.tried(ply, plies-1) {
				wins = append(wins, ply)
			}
		}
		switch {
		case s.nodes <= 0 || len(wins) > 1 || len(wins) == 1 && plies < leastPlies:
			return "", 0, ctx.Err()
		case len(wins) == 1:
			return s.walk.Text(wins[0]), plies, ctx.Err()
		}
	}
	return "", 0, ctx.Err()
}

// prove returns the line by which a ply wins within the fewest plies, at most mostPlies, against the
// longest resistance, if no other ply wins as soon. It returns nil if there is none, or if it takes
// too many nodes to tell.
func prove(ctx context.Context, p rules.Position, keeps rules.Move, rest func(time.Duration)) ([]rules.Move, error) {
	began := time.Now()
	defer func() { rest(time.Since(began)) }()
	s := newProof(ctx, p, proofNodes)
	if s == nil {
		return nil, nil
	}
	var first rules.PlyNumber
	var others []rules.PlyNumber
	for _, ply := range s.walk.Plies(nil) {
		if s.walk.Text(ply) == keeps {
			first = ply
		} else {
			others = append(others, ply)
		}
	}
	for plies := 1; plies <= mostPlies; plies++ {
		switch {
		case slices.ContainsFunc(others, func(ply rules.PlyNumber) bool { return s.tried(ply, plies-1) }), s.nodes <= 0:
			return nil, ctx.Err()
		case s.tried(first, plies-1):
			return s.line(first, plies), ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// line is how the game goes on after a ply that wins within so many plies and no fewer: the side
// wins as soon as it can, and the other holds out as long as it can.
func (s *proof) line(ply rules.PlyNumber, plies int) (line []rules.Move) {
	for ; plies > 0 && s.nodes > 0; plies-- {
		line = append(line, s.walk.Text(ply))
		s.walk.Play(ply)
		defer s.walk.Back()
		list := s.walk.Plies(nil)
		i := slices.IndexFunc(list, func(next rules.PlyNumber) bool {
			if s.walk.Turn() == s.side {
				return s.tried(next, plies-2)
			}
			return plies < 3 || !s.tried(next, plies-3)
		})
		if i < 0 {
			break // the game is over
		}
		ply = list[i]
	}
	return line
}

// tried reports whether a ply wins within a number of plies after it.
func (s *proof) tried(ply rules.PlyNumber, plies int) bool {
	s.walk.Play(ply)
	defer s.walk.Back()
	return s.wins(plies)
}

// wins reports whether the side wins within a number of plies.
func (s *proof) wins(plies int) bool {
	if s.nodes--; s.nodes <= 0 || s.nodes%4096 == 0 && s.ctx.Err() != nil {
		s.nodes = 0
		return false
	}
	if result := s.walk.Result(); result != rules.Undecided {
		return result == rules.Wins(s.side)
	}
	if plies == 0 {
		return false
	}
	hash := s.walk.Hash()
	known := s.states[hash]
	if known.wins > 0 && known.wins <= plies {
		return true
	}
	if known.fails >= plies {
		return false
	}
	list := s.walk.Plies(nil)
	slices.SortStableFunc(list, func(a, b rules.PlyNumber) int {
		if (a == known.first) != (b == known.first) {
			return map[bool]int{true: -1, false: +1}[a == known.first]
		}
		return cmp.Compare(b.Hint(), a.Hint())
	})
	// One ply that wins settles it for the side, and one that does not for the other.
	settles := s.walk.Turn() == s.side
	won := !settles
	for _, ply := range list {
		if s.tried(ply, plies-1) == settles {
			won, known.first = settles, ply
			break
		}
	}
	if s.nodes <= 0 {
		return false
	}
	if won {
		known.wins = plies
	} else {
		known.fails = plies
	}
	s.states[hash] = known
	return won
}
