package external

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
)

// External engines count as many sequences of plies as our rules, from random positions of each game
// that they play. They are second, independent programs for the counts in testdata/perft.txt.
func TestPerft(t *testing.T) {
	for name, program := range map[string]string{"chess": stockfish, "breakthrough": fairyStockfish} {
		t.Run(name, func(t *testing.T) {
			skiptest.Without(t, program)
			const positions, depth = 20, 3
			g := game(t, name)
			script := "uci\nsetoption name UCI_Variant value " + g.UCI.Variant + "\n"
			var want, fens []string
			for seed := range uint64(positions) {
				rng := rand.New(rand.NewPCG(seed, 2026))
				r := rules.NewRecord(g)
				for range 4 * seed {
					if legal := r.Legal(); len(legal) > 0 {
						require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
					}
				}
				if r.Outcome().Over() { // which of these programs still counts
					r = r.Until(r.Len() - 1)
				}
				fens = append(fens, g.UCI.FEN(r.Position()))
				read, err := g.UCI.ReadFEN(fens[seed])
				require.NoError(t, err)
				require.Equal(t, r.Position().Legal(), read.Legal())
				script += "position fen " + fens[seed] + "\ngo perft " + fmt.Sprint(depth) + "\n"
				want = append(want, fmt.Sprint(rules.Perft(r.Position(), depth)))
			}
			cmd := exec.Command(program)
			cmd.Stdin = strings.NewReader(script + "quit\n")
			out, err := cmd.Output()
			require.NoError(t, err)
			var got []string
			for _, m := range regexp.MustCompile(`Nodes searched: (\d+)`).FindAllStringSubmatch(string(out), -1) {
				got = append(got, m[1])
			}
			require.Equal(t, want, got, "%q", fens)
		})
	}
}
