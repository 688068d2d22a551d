package rooya

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(),
		"a2-b2-c2", "a2 b2", "CW", "turn anti-clockwise", "180", "17. e3-d3-d2")
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

// read is the position of a string that must be one.
func read(t testing.TB, text string) position {
	t.Helper()
	p, err := parsePosition(text)
	require.NoError(t, err)
	return p.(position)
}

// play makes plies one after another.
func play(t testing.TB, p position, plies ...rules.Move) position {
	t.Helper()
	for _, m := range plies {
		next, err := p.Play(m)
		require.NoError(t, err, "%s in %s", m, p)
		p = next.(position)
	}
	return p
}

// TestPerftTable is the table of the common rules.
func TestPerftTable(t *testing.T) {
	t.Parallel()
	for depth, want := range map[int]uint64{1: 16, 2: 240, 3: 3360} {
		require.Equal(t, want, rules.Perft(Game().Start(), depth))
		require.Equal(t, want, newOracle().perft(depth))
	}
}

// TestPerftSuiteByOracle counts the suite once more where that is quick.
func TestPerftSuiteByOracle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		for depth, want := range c.Counts {
			if want <= 3000 && !c.Position.Outcome().Over() {
				require.Equal(t, want, readOracle(c.Position.String()).perft(depth), "%s, depth %d", c.ID, depth)
			}
		}
	}
}

// TestOraclePlaysTheSame plays random games beside the oracle and compares
// every state, and every state one ply away.
func TestOraclePlaysTheSame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2008, 9))
	endings := map[string]int{}
	for range 12 {
		p, o := Game().Start(), newOracle()
		for range 150 {
			compare(t, p, o)
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			p, o = play(t, p.(position), m), o.play(m)
		}
		endings[p.Outcome().String()]++
	}
	t.Log("endings:", endings)
}

// TestOracleAgreesOnMadeUpPositions compares all the plies of random boards
// on which lines of four, and so endings of every kind, are frequent.
func TestOracleAgreesOnMadeUpPositions(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(17, 9))
	endings := map[string]int{}
	for range 700 {
		p := madeUp(rng)
		if p.end != goesOn {
			continue
		}
		o := readOracle(p.String())
		compare(t, p, o)
		for _, m := range p.Legal() {
			next, after := play(t, p, m), o.play(m)
			require.Equal(t, after.String(), next.String(), "%s in %s", m, p)
			require.Equal(t, after.result(), next.Outcome().String(), "%s in %s", m, p)
			endings[after.result()]++
		}
	}
	t.Log("endings:", endings)
}

func compare(t testing.TB, p rules.Position, o oracle) {
	t.Helper()
	require.Equal(t, o.String(), p.String())
	require.Equal(t, o.result(), p.Outcome().String(), p.String())
	require.Equal(t, o.legal(), p.Legal(), p.String())
	if o.outcome == "" {
		require.Equal(t, o.side, p.Turn().String())
	}
}

// madeUp puts each side's pawns mostly on one line and the one beside it.
func madeUp(rng *rand.Rand) position {
	b := setup{}
	k := rng.IntN(size - 1)
	near := [2]set{row(at(0, k)), row(at(0, k+1))}
	if rng.IntN(2) == 0 {
		near = [2]set{column(at(k, 0)), column(at(k+1, 0))}
	}
	men := [2]set{}
	for i := 0; i < 2*pawns; {
		c := cell(rng.IntN(size * size))
		side := i % 2
		if (men[0] | men[1]).has(c) || i < 10 && !near[side].has(c) && rng.IntN(25) > 0 {
			continue
		}
		men[side] |= c.bit()
		i++
	}
	b.own, b.other = men[0], men[1]
	p := position{setup: b, side: rules.Black, end: b.reread()}
	if rng.IntN(2) == 0 {
		p.side = rules.White
	}
	return p
}
