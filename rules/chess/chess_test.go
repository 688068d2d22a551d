package chess

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

func FuzzGame(f *testing.F) {
	rulestest.Fuzz(f, Game(), "Nf3", "7. O-O", "e2-e4", "e7e8=Q", "bxc3", "exd6 e.p.", "Dxf7#", "see you in may",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
}

// A side can win by the pieces alone: FIDE, article 6.9.
func TestCanWin(t *testing.T) {
	t.Parallel()
	for board, want := range map[string][2]bool{ // White, Black
		"4k3/8/8/8/8/8/8/4K3": {false, false}, "4k3/8/8/8/8/8/8/Q3K3": {true, false}, "4k3/8/8/8/8/8/8/R3K3": {true, false},
		"4k3/8/8/8/8/8/P7/4K3": {true, false}, "q3k3/8/8/8/8/8/8/4K3": {false, true}, "4k3/p7/8/8/8/8/8/Q3K3": {true, true},
		// A knight mates only with something of the other side in its king's way.
		"4k3/8/8/8/8/8/8/N3K3": {false, false}, "q3k3/8/8/8/8/8/8/N3K3": {false, true}, "qq2k3/8/8/8/8/8/8/N3K3": {false, true},
		"r3k3/8/8/8/8/8/8/N3K3": {true, true}, "n3k3/8/8/8/8/8/8/N3K3": {true, true}, "b3k3/8/8/8/8/8/8/N3K3": {true, true},
		"4k3/p7/8/8/8/8/8/N3K3": {true, true}, "4k3/8/8/8/8/8/8/NN2K3": {true, false}, "q3k3/8/8/8/8/8/8/NN2K3": {true, true},
		// Bishops of one colour of squares mate with a bishop of the other, a knight or a pawn.
		"4k3/8/8/8/8/8/8/B3K3": {false, false}, "4k3/8/8/8/8/8/8/B1B1K3": {false, false}, "4k3/8/8/8/8/8/8/BB2K3": {true, false},
		"q3k3/8/8/8/8/8/8/B3K3": {false, true}, "r3k3/8/8/8/8/8/8/B3K3": {false, true}, "rq2k3/8/8/8/8/8/8/B3K3": {false, true},
		"n3k3/8/8/8/8/8/8/B3K3": {true, true}, "4k3/p7/8/8/8/8/8/B3K3": {true, true}, "b3k3/8/8/8/8/8/8/B3K3": {true, true},
		"1b2k3/8/8/8/8/8/8/B3K3": {false, false}, "4k3/8/8/8/8/8/8/BN2K3": {true, false}, "1q2k3/8/8/8/8/8/8/BN2K3": {true, true},
		"4k2r/8/8/8/8/8/8/4K2R": {true, true}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": {true, true},
		"rnbqkbnr/pppppppp/8/8/8/8/8/4K3": {false, true},
	} {
		p, err := read(board + " w - - 0 1")
		require.NoError(t, err, board)
		require.Equal(t, want, [2]bool{rules.CanWin(p, rules.White), rules.CanWin(p, rules.Black)}, board)
		if !want[0] && !want[1] {
			require.Equal(t, material, p.ending, board)
		}
	}
}
