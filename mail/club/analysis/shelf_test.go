package analysis

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// Of each game that has a shelf, thirty puzzles ship with the program. Their solutions are exact: by the table of the
// game, or by a proof. No two are the same, even mirrored.
func TestShippedPuzzlesAreExact(t *testing.T) {
	t.Parallel()
	ids, positions := map[int64]bool{}, map[string]bool{}
	for _, g := range shelved(t) {
		shelf := Shipped(g.Name)
		require.Len(t, shelf, 30, g.Name)
		for i, p := range shelf {
			s, err := ReadPuzzle(g, p)
			require.NoError(t, err)
			require.True(t, s.Exact && s.Shipped)
			require.True(t, i == 0 || shelf[i-1].Level <= p.Level, "the easiest come first")
			require.Less(t, p.ID, int64(0))
			require.False(t, ids[p.ID], p.ID)
			same := rules.Equivalents(s.Position)[0]
			require.False(t, positions[same], p.ID)
			ids[p.ID], positions[same] = true, true
			require.LessOrEqual(t, s.Wins(), mostPlies)
			if keeps, ok := aloneBySolution(t, s.Position); s.Solved {
				require.True(t, ok && keeps == s.Keeps.Move, p.ID)
			} else if !testing.Short() || i%10 == 0 {
				line, err := prove(t.Context(), s.Position, s.Keeps.Move, noRest)
				require.NoError(t, err)
				require.Len(t, line, s.Wins(), p.ID)
				require.Equal(t, line[1:], s.Keeps.Line, p.ID)
			}
		}
	}
}

// shelved is the games of which puzzles ship with the program.
func shelved(t *testing.T) []rules.Game {
	games := slices.DeleteFunc(all.Games(), func(g rules.Game) bool { return len(Shipped(g.Name)) == 0 })
	require.GreaterOrEqual(t, len(games), 4)
	return games
}

// aloneBySolution is aloneByTable where the game is solved.
func aloneBySolution(t *testing.T, p rules.Position) (keeps rules.Move, ok bool) {
	if _, solved := p.(rules.Solved); !solved {
		return "", false
	}
	return aloneByTable(t, p)
}

// A ply that wins no sooner than another, or whose win the opponent can delay for ever, is not proven.
func TestProofFindsRefutations(t *testing.T) {
	t.Parallel()
	for _, g := range shelved(t) {
		s, err := ReadPuzzle(g, Shipped(g.Name)[0])
		require.NoError(t, err)
		for _, p := range s.Plies {
			line, err := prove(t.Context(), s.Position, p.Move, noRest)
			require.NoError(t, err)
			require.Equal(t, p.Move == s.Keeps.Move, line != nil, "%s %s", g.Name, p.Move)
		}
	}
}
