package tourrosa

import (
	"math/rand/v2"
	"testing"

	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

// TestTelling walks through random games to their ends, and over random boards.
func TestTelling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	over, told, most := 0, 0, 200
	if testing.Short() {
		most = 40
	}
	for told < most || over == 0 {
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
	for range most / 4 {
		p := randomPosition(rng)
		rulestest.CheckTelling(t, Game(), p)
		if legal := p.Legal(); len(legal) > 0 {
			rulestest.CheckTelling(t, Game(), played(t, p, string(legal[rng.IntN(len(legal))])))
		}
	}
}
