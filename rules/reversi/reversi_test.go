package reversi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }

func TestOracle(t *testing.T) { rulestest.CheckOracle(t, Game(), newPlain()) }

// The published count of nine plies is the first in which sides are passed over: there a pass is a ply.
func TestPublishedCountWithPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	require.EqualValues(t, 3005288, withPasses(start(), 9))
	require.EqualValues(t, 3005320, start().perft(9))
}

func withPasses(s state, depth int) (n int) {
	for rest := s.legal(); rest != 0; rest &= rest - 1 {
		next := s
		next.play(rest & -rest)
		left := depth - 1
		if left > 0 && next.side == s.side && !next.over {
			left-- // the pass
		}
		if left == 0 {
			n++
		} else {
			n += withPasses(next, left)
		}
	}
	return n
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "C4", "1. c4!", "i9", "d4", "a1", "pass",
		"bw------/--------/--------/--------/--------/--------/--------/-------- -",
		"-bw-----/--------/--------/--------/--------/--------/--------/------wb b")
}
