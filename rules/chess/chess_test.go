package chess

import (
	"testing"

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
