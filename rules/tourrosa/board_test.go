package tourrosa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// walk names the cells that a mover comes to from a place.
func walk(t *testing.T, from string, steps int) []string {
	t.Helper()
	p, ok := plyOf(move(from))
	require.True(t, ok, from)
	var names []string
	at := p.place()
	for range steps {
		at = at.next()
		names = append(names, rose.cell[at].String())
	}
	return names
}

func TestTheExampleOfTheLine(t *testing.T) {
	t.Parallel()
	want := "c12 d1 d2 c2 b3 a3 a4 b5 c5 d6 d7 c7 b8 a8"
	require.Equal(t, want, strings.Join(walk(t, "b12co", 14), " "))
}

func TestOneStepAlongEachDirection(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"a3co": "b4", "b3co": "c3", "c3co": "d4", // to the next ring out
		"a3ao": "b3", "b3ao": "c2", "c3ao": "d3",
		"a12co": "b1", "b12ao": "c11", "c12co": "d1", "c12ao": "d12",
		"d3co": "d4", "d3ao": "d2", "d12co": "d1", "d12ao": "d11", // round the tip
		"d3ci": "c3", "c3ci": "b4", "b3ci": "a3", // to the next ring in
		"d3ai": "c2", "c3ai": "b3", "b3ai": "a2", "d12ai": "c11", "b12ai": "a11",
		"a3ci": "a4", "a3ai": "a2", "a12ci": "a1", "a1ai": "a12", // past the centre
	} {
		require.Equal(t, []string{want}, walk(t, from, 1), from)
	}
}

// Which way one goes after the turn at a tip and past the centre.
func TestTheHeadingTurnsAndTheSenseDoesNot(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"d3co": "d4 c4 b5 a5 a6 b7",
		"d3ao": "d2 c1 b1 a12 a11 b11",
		"a3ci": "a4 b5 c5 d6 d7 c7",
		"a3ai": "a2 b2 c1 d1 d12 c11",
	} {
		require.Equal(t, want, strings.Join(walk(t, from, 6), " "), from)
	}
}

func TestEachSenseIsOneTourOf96StepsThroughEveryCellTwice(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"b12co", "b12ao", "d5ci", "a9ai"} {
		tour := walk(t, from, lap)
		visits := map[string]int{}
		for _, c := range tour {
			visits[c]++
		}
		require.Len(t, visits, cells)
		for c, n := range visits {
			require.Equal(t, 2, n, c)
		}
		require.Equal(t, from[:len(from)-2], tour[lap-1], "the tour closes")
		require.Equal(t, walk(t, from, 5), walk(t, from, lap+5)[lap:])
	}
}

// The tours agree with the oracle's steps at every place.
func TestTheLineAgreesWithTheOracle(t *testing.T) {
	t.Parallel()
	for p := range place(routes) {
		d := p.direction()
		r := road{rose.cell[p].String(), d[:1], d[1:]}.onward()
		next := p.next()
		require.Equal(t, r, road{rose.cell[next].String(), next.direction()[:1], next.direction()[1:]})
	}
}

func TestBearings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"b12": 0, "d12": 0, "b1": 2, "d6": 12, "d11": 22,
		"a12": 1, "c12": 1, "a1": 3, "c6": 13, "a11": 23,
	} {
		p, _ := plyOf(move(name + "co"))
		require.Equal(t, want, p.from().bearing(), name)
	}
}

// The proof in the package doc rests on this triangle.
func TestC1D1D2AreNeighbours(t *testing.T) {
	t.Parallel()
	require.Contains(t, []string{walk(t, "c1co", 1)[0], walk(t, "c1ao", 1)[0]}, "d1")
	require.Contains(t, []string{walk(t, "c1co", 1)[0], walk(t, "c1ao", 1)[0]}, "d2")
	require.Equal(t, []string{"d2"}, walk(t, "d1co", 1))
}

func TestPlacesLookSixteenStepsAhead(t *testing.T) {
	t.Parallel()
	for c := range cell(cells) {
		set := placesOf(1 << c)
		for p := range place(routes) {
			var want uint64
			at := p
			for k := range far + 1 {
				if rose.cell[at] == c {
					want |= 1 << k
				}
				at = at.next()
			}
			require.Equal(t, want, set.ahead(p), "%s seen from %s %s", c, rose.cell[p], p.direction())
		}
	}
}

// Looking further ahead than sixteen steps relies on it.
func TestNoCellComesAgainInLessThan39StepsExceptIn19(t *testing.T) {
	t.Parallel()
	for p := range place(routes) {
		steps, at := 1, p.next()
		for rose.cell[at] != rose.cell[p] {
			steps, at = steps+1, at.next()
		}
		require.Equal(t, tours.again[p]&1 != 0, steps == againAfter)
		require.True(t, steps == againAfter || steps >= 39)
	}
}
