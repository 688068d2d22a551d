package tourrosa

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestGame(t *testing.T) { rulestest.Check(t, Game()) }

func Fuzz(f *testing.F) {
	rulestest.Fuzz(f, Game(), "b12co", "B12 o - c +", "b12", "b12c+", "b13co", "e3ai", "see you in may")
}

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, Game()) }

// TestPerftTable is the table of the rules: the start, three plies deep.
func TestPerftTable(t *testing.T) {
	t.Parallel()
	for depth, want := range []uint64{1, 24, 564, 16698} {
		require.Equal(t, want, rules.Perft(Game().Start(), depth))
		require.Equal(t, want, rules.SlowPerft(Game().Start(), depth))
		require.Equal(t, want, readOracle(Game().Start().String()).perft(depth))
	}
}

// TestPerftSuite checks the suite against the oracle as deep as time allows.
func TestPerftSuite(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	for _, c := range rulestest.ReadPerft(t, Game(), "testdata/perft.txt") {
		for depth, want := range c.Counts {
			if want < 20_000 {
				require.Equal(t, want, readOracle(c.Position.String()).perft(depth), "%s %d", c.ID, depth)
			}
		}
	}
}
