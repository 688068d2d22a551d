package rulestest

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// Oracle is a state of a second implementation of a game: straight from the rules, slow, and
// sharing no code with the first.
type Oracle interface {
	// String is the position string.
	String() string
	// Result is the outcome as rules.Outcome prints it.
	Result() string
	// Plies lists the legal plies, sorted.
	Plies() []rules.Move
	// After is the state after one of Plies.
	After(m rules.Move) Oracle
}

// positions is small by default. A million positions of a game take some minutes:
//
//	go test ./rules/NAME -run TestOracleInPlay -positions 1000000 -timeout 1h
var positions = flag.Int("positions", 5_000, "how many positions of random games to compare with the oracle of a game")

// longest is the greatest length of a random game.
const longest = 300

// CheckOracle plays random games together with an oracle, and compares as many positions as
// -positions says: the position string, the outcome and the legal plies; and for every hundredth,
// perft of two plies.
func CheckOracle(t *testing.T, g rules.Game, start Oracle) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1867, 4))
	endings := map[string]int{}
	games, most := 0, *positions
	if testing.Short() {
		most /= 10
	}
	for left := most; left > 0; games++ {
		p, o := g.Start(), start
		for range longest {
			legal := compare(t, p, o)
			if left%100 == 0 {
				require.Equal(t, two(o), rules.Perft(p, 2), "perft 2 of %s", p)
			}
			if left--; left <= 0 || len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			next, err := p.Play(m)
			require.NoError(t, err, "%s in %s", m, p)
			p, o = next, o.After(m)
		}
		endings[p.Outcome().String()]++
	}
	t.Logf("%d positions of %d games, which ended: %v", most, games, endings)
}

// compare requires that both agree, and returns the legal plies.
func compare(t *testing.T, p rules.Position, o Oracle) []rules.Move {
	t.Helper()
	// if is faster than require, and there are very many positions.
	text, outcome := p.String(), p.Outcome().String()
	if o.String() != text || o.Result() != outcome {
		require.Equal(t, o.String(), text)
		require.Equal(t, o.Result(), outcome, text)
	}
	legal, want := p.Legal(), o.Plies()
	same := len(legal) == len(want)
	for i := 0; same && i < len(legal); i++ {
		same = legal[i] == want[i]
	}
	if !same {
		require.Equal(t, want, legal, text)
	}
	return legal
}

// two counts the sequences of two plies.
func two(o Oracle) (n uint64) {
	for _, m := range o.Plies() {
		n += uint64(len(o.After(m).Plies()))
	}
	return n
}

// Moves converts texts to moves.
func Moves(texts []string) []rules.Move {
	moves := make([]rules.Move, len(texts))
	for i, text := range texts {
		moves[i] = rules.Move(text)
	}
	return moves
}
