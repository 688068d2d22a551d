package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/rulestest/three"
)

// minimax is a search with bounds, but without a table, reductions, or windows narrower than the
// bounds.
type minimax struct {
	w      rules.SearchWalker
	path   []uint64 // the states of the search
	before []uint64 // the states of the game, the root included
	// repeated is whether a state was drawn by repetition, which depends on the path.
	repeated bool
}

// plies are the legal plies, the most promising first.
func (s *minimax) plies() []rules.PlyNumber {
	list := s.w.Plies(nil)
	slices.SortStableFunc(list, func(a, b rules.PlyNumber) int { return int(b.Hint()) - int(a.Hint()) })
	return list
}

// value is the score of the position for the side to move, ply plies from the root, if it is
// between alpha and beta.
func (s *minimax) value(depth, ply, alpha, beta int) int {
	me := s.w.Turn()
	if depth == 0 {
		return s.quiet(0, ply, alpha, beta)
	}
	best := -engine.Won
	for _, p := range s.plies() {
		s.w.Play(p)
		best = max(best, s.child(me, depth-1, ply+1, max(alpha, best), beta))
		s.w.Back()
		if best >= beta {
			break
		}
	}
	return best
}

// child is the score for me of the position after me's ply.
func (s *minimax) child(me rules.Side, depth, ply, alpha, beta int) (v int) {
	if r := s.w.Result(); r != rules.Undecided {
		return result(r, me) * (engine.Won - ply)
	}
	hash := s.w.Hash()
	times := 0
	for _, h := range s.before {
		if h == hash {
			times++
		}
	}
	if times >= rules.Drawn-1 || slices.Contains(s.path, hash) {
		s.repeated = true
		return 0
	}
	s.path = append(s.path, hash)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	if s.w.Turn() == me {
		return s.value(depth, ply, alpha, beta)
	}
	return -s.value(depth, ply, -beta, -alpha)
}

// quiet is the score of the position after the loud plies that improve it, if it is between alpha
// and beta.
func (s *minimax) quiet(deep, ply, alpha, beta int) int {
	me := s.w.Turn()
	best := max(-20000, min(s.w.(rules.Evaluator).Evaluate(), 20000))
	if deep == 8 || best >= beta {
		return best
	}
	for _, p := range s.plies() {
		if p.Hint() < rules.Loud {
			break
		}
		alpha = max(alpha, best)
		s.w.Play(p)
		if r := s.w.Result(); r != rules.Undecided {
			best = max(best, result(r, me)*(engine.Won-ply-1))
		} else if s.w.Turn() == me {
			best = max(best, s.quiet(deep+1, ply+1, alpha, beta))
		} else {
			best = max(best, -s.quiet(deep+1, ply+1, -beta, -alpha))
		}
		s.w.Back()
		if best >= beta {
			break
		}
	}
	return best
}

// result is +1 if side has won, -1 if it has lost, and otherwise 0.
func result(r rules.Result, side rules.Side) int {
	switch r {
	case rules.Wins(side):
		return +1
	case rules.Wins(side.Opponent()):
		return -1
	}
	return 0
}

// PVS that searches all plies alike returns the score of minimax, and a ply that has it. From three
// plies on a state can be reached in two ways, and the table is used; but then a draw by repetition
// on one of them may count on the other, so that such positions are left out.
func TestSearchIsMinimax(t *testing.T) {
	// Positions by depth. Plies of Turro and La Tourrosa have too many replies for four plies, and those on
	// boards of cells for three.
	cells := [...]int{50, 10, 0, 0}
	few, many := [...]int{150, 60, 4, 1}, [...]int{100, 75, 50, 10}
	for _, g := range all.Games() {
		if _, ok := g.Start().(rules.Walkable); !ok {
			continue // it has no evaluation that the test could use
		}
		t.Run(g.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(8, 9))
			positions := many
			if len(g.Start().Legal()) > 20 {
				positions = few
			}
			if !rules.Numbered(g.Start()) {
				positions = cells
			}
			for i, n := range positions {
				if testing.Short() {
					n /= 10
				}
				for n > 0 {
					r := rules.NewRecord(g)
					for k := rng.IntN(40); k > 0 && !r.Outcome().Over(); k-- {
						legal := r.Legal()
						require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
					}
					if !r.Outcome().Over() && isMinimax(t, r, i+1) {
						n--
					}
				}
			}
		})
	}
}

// isMinimax compares a search with minimax. It reports whether they could be compared.
func isMinimax(t *testing.T, r *rules.Record, depth int) bool {
	t.Helper()
	s := minimax{w: r.Position().(rules.Walkable).Walk()}
	for n := range r.Len() + 1 {
		s.before = append(s.before, r.At(n).(rules.Walkable).Walk().Hash())
	}
	search := engine.Plain(engine.PVS{MostDepth: depth, TableBits: 16, Evaluation: engine.Evaluation{Hand: true}})
	thought, err := search.Think(t.Context(), r, engine.Budget{Nodes: 50_000_000, Seed: 1})
	require.NoError(t, err)
	want := s.value(depth, 0, -engine.Won, engine.Won)
	if s.repeated && depth > 2 {
		return false
	}
	require.Equal(t, want, thought.Score, "%s, depth %d: %s", r.Game().Name, depth, r.Position())
	if n, ok := thought.Plies(); ok && n < depth {
		return true // the search stopped earlier
	}
	for _, p := range s.w.Plies(nil) {
		if s.w.Text(p) == thought.Move {
			me := s.w.Turn()
			s.w.Play(p)
			require.Equal(t, thought.Score, s.child(me, depth-1, 1, -engine.Won, engine.Won),
				"%s: %s in %s", r.Game().Name, thought.Move, r.Position())
			return true
		}
	}
	require.Fail(t, "the ply is not legal")
	return false
}

// bestResult is +1 if the side to move wins with perfect play, -1 if it loses, and 0 for a draw.
func bestResult(t *testing.T, p rules.Position) int {
	me, best := p.Turn(), -1
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		require.NoError(t, err)
		v := result(next.Outcome().Result, me)
		if !next.Outcome().Over() {
			v = -bestResult(t, next)
		}
		best = max(best, v)
	}
	return best
}

// Both searches know the result of a small game that they can search to its end.
func TestSearchesSolveASmallGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	seen := map[int]int{}
	for range 40 {
		r := rules.NewRecord(three.Game())
		for range 5 + rng.IntN(2) {
			if legal := r.Legal(); len(legal) > 0 {
				require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
			}
		}
		if r.Outcome().Over() {
			continue
		}
		want := bestResult(t, r.Position())
		seen[want]++
		for _, player := range []engine.Player{engine.PVS{}, engine.MCTS{}} {
			thought, err := player.Think(t.Context(), r, engine.Budget{Nodes: 3000, Seed: 1})
			require.NoError(t, err)
			switch {
			case want > 0:
				require.GreaterOrEqual(t, thought.Score, 20000, "%s: %s", player.Name(), r.Position())
			case want < 0:
				require.LessOrEqual(t, thought.Score, -20000, "%s: %s", player.Name(), r.Position())
			default:
				require.Less(t, max(thought.Score, -thought.Score), 20000, "%s: %s", player.Name(), r.Position())
			}
			next, err := r.Position().Play(thought.Move)
			require.NoError(t, err)
			got := result(next.Outcome().Result, r.Turn())
			if !next.Outcome().Over() {
				got = -bestResult(t, next)
			}
			require.Equal(t, want, got, "%s plays %s in %s", player.Name(), thought.Move, r.Position())
		}
	}
	require.Greater(t, min(seen[-1], seen[0], seen[+1]), 1, "each result is there: %v", seen)
}
