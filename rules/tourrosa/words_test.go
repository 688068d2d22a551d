package tourrosa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }

// TestTelling walks through random games to their ends, and over random boards.
func TestTelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	over, told := 0, 0
	for told < 200 {
		p := Game().Start()
		for range 80 {
			rulestest.CheckTelling(t, Game(), p)
			told++
			legal := p.Legal()
			if len(legal) == 0 {
				over++
				break
			}
			p = played(t, p, string(legal[rng.IntN(len(legal))]))
		}
	}
	require.NotZero(t, over, "no game came to its end")
	for range 50 {
		p := randomPosition(rng)
		rulestest.CheckTelling(t, Game(), p)
		if legal := p.Legal(); len(legal) > 0 {
			rulestest.CheckTelling(t, Game(), played(t, p, string(legal[rng.IntN(len(legal))])))
		}
	}
}
