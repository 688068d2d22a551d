package analysis

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/puzzles"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/chess"
)

// Of each game that has puzzles, at least fifteen ship with the program. Their solutions are exact: by the table of the
// game, or by a proof. No two are the same, even mirrored. Their level finds them more often than not.
func TestShippedPuzzlesAreExact(t *testing.T) {
	t.Parallel()
	ids, positions := map[int64]bool{}, map[string]bool{}
	for _, g := range shelved(t) {
		shelf := Shipped(g.Name)
		require.GreaterOrEqual(t, len(shelf), 15, g.Name)
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
			} else if i%10 == 0 {
				level, err := levelOf(t.Context(), s.Record("en"), s.Keeps.Move)
				require.NoError(t, err)
				require.Equal(t, p.Level, int(level), p.ID)
			}
			if !s.Solved && (!testing.Short() || i%10 == 0) {
				line, err := prove(t.Context(), s.Position, s.Keeps.Move, noRest)
				require.NoError(t, err)
				require.Len(t, line, s.Wins(), p.ID)
				require.Equal(t, line[1:], s.Keeps.Line, p.ID)
			}
		}
	}
}

// shelved is the games that have puzzles.
func shelved(t *testing.T) []rules.Game {
	games := slices.DeleteFunc(all.Games(), func(g rules.Game) bool { return !HasPuzzles(g) })
	require.Equal(t, len(all.Games())-2, len(games), "all but Go")
	return games
}

// aloneBySolution is aloneByTable where the game is solved.
func aloneBySolution(t *testing.T, p rules.Position) (keeps rules.Move, ok bool) {
	if _, solved := p.(rules.Solved); !solved {
		return "", false
	}
	return aloneByTable(t, p)
}

// Where a game has no position with one winning ply alone, FindPuzzles takes one in which other plies win later.
// None wins as soon.
func TestSoonestWin(t *testing.T) {
	t.Parallel()
	g := chess.Game()
	p, err := g.ParsePosition("3Q4/6R1/8/1PN2k1p/8/5pbP/4K3/8 w - - 0 46")
	require.NoError(t, err)
	r := rules.NewRecordFrom(g, p)
	for _, m := range []rules.Move{"e2-f3", "g3-f4", "d8-e7", "h5-h4", "e7-e6"} {
		require.NoError(t, r.Play(m))
	}
	found, err := FindPuzzles(t.Context(), r, noRest)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, p.String(), found[0].Position)
	stored := puzzles.Puzzle{ID: -1, Rules: g.Name, Position: found[0].Position, Keeps: "e2-f3",
		Level: int(found[0].Level), Plies: write(found[0].Plies)}
	s, err := ReadPuzzle(g, stored)
	require.NoError(t, err)
	require.True(t, s.Exact && s.Soonest)
	require.Equal(t, 5, s.Wins())
	slower := slices.IndexFunc(s.Plies, func(ply PuzzlePly) bool { return ply.Worth == win && ply.Move != s.Keeps.Move })
	require.Greater(t, s.Plies[slower].N, s.Keeps.N)
	s.Plies[slower].N = s.Keeps.N
	stored.Plies = write(s.Plies)
	_, err = ReadPuzzle(g, stored)
	require.ErrorContains(t, err, "two plies keep the win")
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

// A game of Go is not searched, though it is noted.
func TestNoSearchForPuzzlesOfGo(t *testing.T) {
	for _, g := range all.Games() {
		if HasPuzzles(g) {
			continue
		}
		r := rules.NewRecord(g)
		for range minPuzzlePlies {
			require.NoError(t, r.Play(r.Legal()[0]))
		}
		found, err := PuzzleGame{NotedGame: NotedGame{ID: 7, record: r}, may: released}.Think(t.Context(),
			func(time.Duration) { require.Fail(t, "it is searched", g.Name) })
		require.NoError(t, err)
		require.Equal(t, FoundPuzzles{game: 7, rules: g.Name}, found)
	}
}
