package tourrosa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// agree compares engine and oracle on one position: the legal plies, and after
// each the position string and the outcome.
func agree(t *testing.T, p rules.Position) {
	t.Helper()
	text := p.String()
	o := readOracle(text)
	require.Equal(t, text, o.String())
	require.Equal(t, o.outcome(), p.Outcome().String(), text)
	legal := p.Legal()
	want := o.legal()
	require.Len(t, legal, len(want), text)
	for i, m := range legal {
		require.Equal(t, want[i], string(m), text)
		next, err := p.Play(m)
		require.NoError(t, err)
		after := o.turn(want[i])
		require.Equal(t, after.String(), next.String(), "%s %s", text, m)
		require.Equal(t, after.outcome(), next.Outcome().String(), "%s %s", text, m)
	}
}

// TestOracleAgreesInPlay walks through random games.
func TestOracleAgreesInPlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 15 {
		p := Game().Start()
		for range 60 {
			agree(t, p)
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			var err error
			p, err = p.Play(legal[rng.IntN(len(legal))])
			require.NoError(t, err)
		}
	}
}

// TestOracleAgreesAnywhere compares random boards with many, few and unevenly distributed pieces.
func TestOracleAgreesAnywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a short run compares in random play only")
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 600 {
		p := randomPosition(rng)
		agree(t, p)
	}
}

// randomPosition puts up to 24 pieces, or many more, on random cells.
func randomPosition(rng *rand.Rand) rules.Position {
	s := state{side: rules.Black}
	if rng.IntN(2) == 0 {
		s.side = rules.White
	}
	most := []int{2, 6, 12, 40}[rng.IntN(4)]
	clump := 1 + rng.IntN(4)
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for range 1 + rng.IntN(most) {
			c := rng.IntN(cells)
			if s.cells[c]*sign(side) < 0 {
				continue
			}
			n := 1 + rng.IntN(clump)
			if int(s.pieces[index(sign(side))])+n > mostPieces {
				break
			}
			s.cells[c] += int8(n) * sign(side)
			s.pieces[index(sign(side))] += uint8(n)
		}
	}
	return position{state: s}
}
