package roses

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

var solveAgain = flag.Bool("solve", false, "solve the whole game again, and hold each state of the table to the states after it")

func TestKnownValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ position, value string }{
		{"B/..../...../...../..../W b 4 4 0", "draw"},
		// The sheet's second example.
		{"B/.ww./b..../.bwwb/.b../W b 0 0 0", "win 1"},
		{"B/.ww./b..w./.bbwb/..../W w 0 0 0", "win 1"},
		// The longest wins.
		{"B/.w.w/bb..b/b...w/..w./W b 0 0 0", "win 73"},
		{"B/..bb/...b./....w/..ww/W b 1 1 0", "win 21"},
		// Ends, of which castle comes first.
		{"B/..../...../...../.b../b w 0 0 0", "loss 0"},
		{"B/..../...../...../.b../b b 0 0 0", "win 0"},
		{"w/..../...../...../..../W b 0 0 2", "loss 0"},
		{"w/..../...../...../..../W w 4 3 0", "win 0"},
		{"B/b.../...../...../w.../W b 0 0 0", "draw"},
		{"B/.ww./...../...../..../W w 1 0 2", "draw"},
		// A pass after a pass, which no game has.
		{"B/..../...../..ww./..../W b 0 0 1", "draw"},
	} {
		p := at(t, c.position)
		assert.Equal(t, c.value, p.Value().String(), c.position)
		rulestest.CheckValue(t, p)
	}
}

// The value of each state follows from its successors.
func TestValuesAreConsistent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 15))
	seen := map[int]int{}
	for range 4000 {
		p := at(t, randomPosition(rng))
		if p.over() {
			continue
		}
		rulestest.CheckValue(t, p)
		seen[p.Value().Sign]++
	}
	t.Log(seen)
	require.Len(t, seen, 3)
}

// A state and its number agree, as do the same state with exchanged colours and a half turn of the
// board.
func TestNumbers(t *testing.T) {
	t.Parallel()
	n := newNumbering()
	g := &graph{numbering: n}
	require.Equal(t, 6531774+343, n.states())
	rng := rand.New(rand.NewPCG(7, 15))
	for range 20000 {
		number := rng.Uint32N(uint32(n.states()))
		s := g.find(number)
		require.Zero(t, s.own&s.foe|(s.own|s.foe)&castles|(s.own|s.foe)&^whole)
		require.Equal(t, number, n.number(s))
		s.own, s.foe, s.turn.side = s.own.halfTurn(), s.foe.halfTurn(), rules.White
		require.Equal(t, number, n.number(s))
	}
}

// slowValues are the values of all states with at most these numbers of soldiers, found without
// numbers or counters: each round examines all states that are not settled.
func slowValues(few, many int) map[state]rules.Value {
	var sets []set
	var grow func(s, left set)
	grow = func(s, left set) {
		sets = append(sets, s)
		for ; left != 0 && s.count() < many; left &= left - 1 {
			grow(s|left.first().only(), left&(left-1))
		}
	}
	grow(0, whole&^castles)
	var all []state
	index := map[state]int{}
	for _, a := range sets {
		for _, b := range sets {
			if a&b != 0 || min(a.count(), b.count()) > few {
				continue
			}
			for _, side := range []rules.Side{rules.Black, rules.White} {
				s := state{own: a, foe: b, turn: turn{side: side}}
				index[s] = len(all)
				all = append(all, s)
			}
		}
	}
	const win, draw = -1, -2
	after := make([][]int, len(all))
	for i, s := range all {
		var l plies
		s.plies(&l)
		for _, m := range l.all() {
			next := s.after(m)
			next.turn.passes = 0 // nobody passes after a pass
			to, ok := index[next]
			switch {
			case next.captured(next.turn.side):
				to = win
			case next.bare():
				to = draw
			case !ok:
				panic(position{state: next}.String())
			}
			after[i] = append(after[i], to)
		}
	}
	known := make([]rules.Value, len(all))
	for n, fresh := 1, 1; fresh > 0; n++ {
		fresh = 0
		next := slices.Clone(known)
		for i, list := range after {
			if known[i].Sign != 0 || len(list) == 0 {
				continue
			}
			if slices.ContainsFunc(list, func(to int) bool { return to == win || to >= 0 && known[to].Sign < 0 }) {
				next[i] = rules.Value{Sign: +1, Plies: n}
				fresh++
			} else if !slices.ContainsFunc(list, func(to int) bool { return to == draw || known[to].Sign == 0 }) {
				next[i] = rules.Value{Sign: -1, Plies: n}
				fresh++
			}
		}
		known = next
	}
	values := map[state]rules.Value{}
	for i, s := range all {
		values[s] = known[i]
	}
	return values
}

// The table agrees with a plain and slow search of states with few soldiers.
func TestValuesAgreeWithBruteForce(t *testing.T) {
	t.Parallel()
	few, many := 2, 2
	if *solveAgain {
		few, many = 3, 3
	}
	all := slowValues(few, many)
	seen := map[int]int{}
	for s, v := range all {
		require.Equal(t, v, position{state: s}.Value(), "%s", position{state: s})
		seen[v.Sign]++
	}
	t.Log(len(all), seen)
	require.NotZero(t, seen[+1])
	require.NotZero(t, seen[0])
}

// A player who follows the table wins in the number of plies that it says, against the longest and
// against a random defence, and no state arises twice on the way.
func TestAWinIsNeverSpoiltByRepetition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 51))
	positions := []string{"B/.w.w/bb..b/b...w/..w./W b 0 0 0", "B/..bb/...b./....w/..ww/W b 1 1 0"}
	for len(positions) < 150 {
		if p := at(t, randomPosition(rng)); !p.over() && p.Value().Sign != 0 {
			positions = append(positions, p.String())
		}
	}
	for _, text := range positions {
		for _, stubborn := range []bool{true, false} {
			r := rules.NewRecordFrom(Game(), at(t, text))
			v := at(t, text).Value()
			winner := r.Turn()
			if v.Sign < 0 {
				winner = winner.Opponent()
			}
			for !r.Outcome().Over() {
				m, _ := rulestest.BestMove(t, r.Position())
				if r.Turn() != winner && !stubborn {
					m = r.Legal()[rng.IntN(len(r.Legal()))]
				}
				require.NoError(t, r.Play(m))
				require.Equal(t, 1, r.Occurrences(), text)
			}
			require.Equal(t, rules.Outcome{Result: rules.Wins(winner), Reason: castle}, r.Outcome(), text)
			if stubborn {
				require.Equal(t, v.Plies, r.Len(), text)
			} else {
				require.LessOrEqual(t, r.Len(), v.Plies, text)
			}
		}
	}
}

// The suite's positions have values, too.
func TestValuesOfTheSuite(t *testing.T) {
	t.Parallel()
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		rulestest.CheckValue(t, c.Position)
	}
}

// Each drawn state is as hard to hold as its plies say, but for the rounding of those it leads to.
func TestHardness(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 18))
	hardness := func(s state) float64 {
		h, known := position{state: s}.Walk().(rules.HardDraws).Hardness()
		require.True(t, known)
		return h
	}
	draws := func(s state) bool { return position{state: s}.Value().Sign == 0 }
	drawn, most, least := 0, 0.0, 1.0
	for range 3000 {
		p, err := parsePosition(randomPosition(rng))
		require.NoError(t, err)
		s := p.(position).state
		if s.dropping() || s.over() || s.turn.passes > 0 || !draws(s) {
			continue
		}
		var lost, later, all float64
		var l, own plies
		s.plies(&l)
		for _, m := range l.all() {
			next := s.after(m)
			if v := (position{state: next}).Value(); v.Sign != 0 {
				lost += rules.Overlooked(v.Plies)
				all += rules.Overlooked(v.Plies)
				continue
			}
			all++
			best := 0.0
			own = plies{}
			next.plies(&own)
			for _, m := range own.all() {
				if after := next.after(m); draws(after) {
					best = max(best, hardness(after))
				}
			}
			later += rules.LaterError * best
		}
		drawn++
		h := hardness(s)
		most, least = max(most, h), min(least, h)
		require.InDelta(t, (lost+later)/all, h, 1.0/16+0.001, "%s", p)
	}
	require.Greater(t, drawn, 300)
	require.Greater(t, most-least, 0.5, "they differ")
}

func TestTheTableStaysSmall(t *testing.T) {
	t.Parallel()
	assert.Less(t, len(packed), 9<<18)
}

// totals are the numbers of states in the package documentation.
var totals = []rules.SolvedTotals{
	{Phase: "moves", Won: 3211149, Lost: 1165537, Drawn: 2155088, LongestWin: 73, LongestWinExample: "B/.w.w/bb..b/b...w/..w./W b 0 0 0"},
	{Phase: "drops", Won: 24, Lost: 12, Drawn: 525, LongestWin: 21, LongestWinExample: "B/..bb/...b./....w/..ww/W b 1 1 0"},
}

// The shipped table has these totals. Other tests check samples of it.
func TestTotals(t *testing.T) {
	t.Parallel()
	require.Equal(t, totals, []rules.SolvedTotals{solved().moveTotals(), solved().dropTotals()})
	require.Equal(t, rules.Value{}, valueOf(solved().value(start().state)))
}

// TestSolve solves the game again, which takes a minute, and checks every state of the drops
// and the moves.
func TestSolve(t *testing.T) {
	if !*solveAgain {
		t.Skip("with -solve only")
	}
	solution, err := start().Solve(t.Logf)
	require.NoError(t, err)
	require.Equal(t, packed, solution.Table)
	require.Equal(t, totals, solution.Totals)
	g := &graph{numbering: newNumbering()}
	for number := range g.states() {
		if s := g.find(uint32(number)); !s.over() {
			rulestest.CheckValue(t, position{state: s})
		}
	}
}

func BenchmarkValue(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 15))
	var positions []position
	for range 1000 {
		p, err := parsePosition(randomPosition(rng))
		require.NoError(b, err)
		if s := p.(position); !s.dropping() {
			positions = append(positions, s)
		}
	}
	solved()
	b.ResetTimer()
	for i := range b.N {
		_ = positions[i%len(positions)].Value()
	}
}

func BenchmarkUnpack(b *testing.B) {
	for range b.N {
		if _, _, err := unpackTable(packed, newNumbering().states()); err != nil {
			b.Fatal(err)
		}
	}
}
