package rooya

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// Solving solves Le Rooya: it finds whether every placement of the phase of moves is won, lost or
// drawn, and derives the phase of placing. The board that people play on takes half an hour to
// hours and a file; see engine.WideSolver for how work continues after the process was killed.
type Solving struct {
	// Side and Pawns are the size of the board and the pawns of each side: at most 5 and 8.
	Side, Pawns int
	Workers     int
	// File is where the table is kept, and written again each time Every has passed;
	// "": nowhere.
	File   string
	Every  time.Duration
	Report func(format string, args ...any)

	wide  *wide
	table *engine.WideTable
}

// smallSide and smallPawns are the board that shows how long the real one takes. As on that one,
// there are as many outer cells as pawns.
const smallSide, smallPawns = 4, 6

// SolveInto implements rules.LongSolver.
func (p position) SolveInto(ctx context.Context, t rules.Task) (rules.Solution, error) {
	s := &Solving{Side: size, Pawns: pawns, Workers: t.Workers, File: t.File, Every: t.Every, Report: t.Report}
	if t.Small {
		s.Side, s.Pawns = smallSide, smallPawns
	}
	return s.Run(ctx)
}

// Stored implements rules.LongSolver.
func (p position) Stored(file string) (rules.Stored, error) {
	s, err := openStored(file, newWide(size, pawns))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// openStored opens the file of a board.
func openStored(file string, w *wide) (*stored, error) {
	s, err := engine.OpenTable(file, wideName(w.size, w.pawns), w.states())
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

// Sign implements rules.Stored. The first call during placing computes that whole phase, which
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
func (s *Solving) name() string { return wideName(s.Side, s.Pawns) }

func wideName(side, pawns int) string {
	return fmt.Sprintf("le Rooya, %dx%d with %d pawns", side, side, pawns)
}

// Run solves the board.
func (s *Solving) Run(ctx context.Context) (rules.Solution, error) {
	report := s.Report
	if report == nil {
		report = func(string, ...any) {}
	}
	s.wide = newWide(s.Side, s.Pawns)
	states := s.wide.states()
	report("%s: %d placements, %d states, %.2f GB", s.name(), s.wide.placements(), states, float64(states)/4e9)
	work := &engine.WideSolver{
		Game: s.name(), States: states, Workers: s.Workers, File: s.File, Every: s.Every, Report: report,
		New: func() engine.WideGraph { return wideWalk{s.wide} },
	}
	var err error
	if s.table, err = work.Run(ctx); err != nil {
		return rules.Solution{}, err
	}
	examined, rate := work.Examined()
	report("%d passes; this run looked at %.2f states for each that there is, %.0f a second", s.table.Passes(),
		float64(examined)/float64(states), rate)
	full := newPlacing(s.wide, func(number int64) (int, error) { return s.table.Value(number), nil })
	start, err := full.value(setup{})
	return rules.Solution{Totals: []rules.Totals{s.totals()}, Start: rules.Value{Sign: start}}, err
}

// totals counts placements by their value. The distance of a win is not known.
func (s *Solving) totals() rules.Totals {
	t := rules.Totals{Phase: "moves"}
	for n := range s.wide.states() {
		b, placements := s.wide.state(n)
		stands := n // unless a symmetry maps its own pawns to themselves
		if placements < 8 {
			stands = s.wide.numberOf(b)
		}
		switch v := s.table.Value(stands); {
		case v > 0:
			t.Won += placements
		case v < 0:
			t.Lost += placements
		case !s.wide.over(b):
			t.Drawn += placements
		}
	}
	return t
}

// placements is the number of placements from the point of view of the side to act.
func (w *wide) placements() (n int64) {
	for _, c := range w.classes {
		n += int64(c.size) * int64(len(w.others))
	}
	return n
}

// placing computes the values of the phase of placing from those of the phase of moves.
type placing struct {
	*wide
	after func(number int64) (int, error)
	known map[setup]int8
}

func newPlacing(w *wide, after func(int64) (int, error)) *placing {
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
	for i := range p.likenesses {
		like := setup{p.likenesses[i].of(b.own), p.likenesses[i].of(b.other)}
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
