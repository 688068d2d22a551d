package roses

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	rulestest.CheckWords(t, Game())
}

func TestEveryPositionIsTold(t *testing.T) {
	t.Parallel()
	const enough = 200
	g, rng := Game(), rand.New(rand.NewPCG(3, 4))
	for _, finished := range []string{
		"w/.w../...../...../..../W b 0 0 0",
		"B/..../...../...../.b../b w 0 0 0",
		"B/.b../...../...../.w../W b 0 0 0",
		"B/.ww./...../...../..../W b 1 0 2",
		"B/.ww./...../...../..../W b 1 0 1",
	} {
		rulestest.CheckTelling(t, g, at(t, finished))
	}
	told, over := 0, 0
	for told < enough || over == 0 {
		r := rules.NewRecord(g)
		for told++; ; told++ {
			rulestest.CheckTelling(t, g, r.Position())
			legal := r.Legal()
			if len(legal) == 0 || r.Len() == enough/2 {
				break
			}
			require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
		}
		if r.Position().Outcome().Over() {
			over++
		}
	}
}
