package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/tournament"
)

// The tables of the FIDE Handbook (C.05, annex 1), a round on each line.
const berger = `
4: 1-4 2-3
   4-3 1-2
   2-4 3-1
6: 1-6 2-5 3-4
   6-4 5-3 1-2
   2-6 3-1 4-5
   6-5 1-4 2-3
   3-6 4-2 5-1
8: 1-8 2-7 3-6 4-5
   8-5 6-4 7-3 1-2
   2-8 3-1 4-7 5-6
   8-6 7-5 1-4 2-3
   3-8 4-2 5-1 6-7
   8-7 1-6 2-5 3-4
   4-8 5-3 6-2 7-1`

func TestBergerTablesAreTheHandbooks(t *testing.T) {
	printed := map[int]map[string]int{} // the round of each game, by the size
	n, round := 0, 0
	for line := range strings.Lines(strings.TrimSpace(berger)) {
		if size, rest, ok := strings.Cut(line, ":"); ok {
			_, err := fmt.Sscan(size, &n)
			require.NoError(t, err)
			printed[n], round, line = map[string]int{}, 0, rest
		}
		round++
		for game := range strings.FieldsSeq(line) {
			printed[n][game] = round
		}
	}
	for _, n := range []int{3, 4, 5, 6, 7, 8} {
		want := map[string]int{}
		for game, round := range printed[n+n%2] {
			if n%2 == 0 || !strings.Contains(game, fmt.Sprint(n+1)) { // who meets nobody is free
				want[game] = round
			}
		}
		have := map[string]int{}
		for _, p := range tournament.Berger(n) {
			have[fmt.Sprintf("%d-%d", p.First, p.Second)] = p.Round
		}
		require.Equal(t, want, have, n)
	}
}

// Each pair meets once, or in a small division once with each side; nobody plays twice in a
// round, and nobody moves first much more often than second.
func TestPairings(t *testing.T) {
	for n := tournament.MinPlayers; n <= tournament.MaxDivision; n++ {
		meetings, busy, first, games := map[[2]int]int{}, map[[2]int]bool{}, map[int]int{}, map[int]int{}
		for _, p := range tournament.Pairings(n) {
			meetings[[2]int{p.First, p.Second}]++
			for _, who := range []int{p.First, p.Second} {
				require.False(t, busy[[2]int{p.Round, who}])
				busy[[2]int{p.Round, who}] = true
				games[who]++
			}
			first[p.First]++
		}
		for i := 1; i <= n; i++ {
			for j := 1; j < i; j++ {
				there, back := meetings[[2]int{i, j}], meetings[[2]int{j, i}]
				if n <= tournament.MaxDoubleRound {
					require.Equal(t, [2]int{1, 1}, [2]int{there, back})
				} else {
					require.Equal(t, 1, there+back)
				}
			}
			require.InDelta(t, games[i]-first[i], first[i], 1)
			require.GreaterOrEqual(t, games[i], 5)
			require.LessOrEqual(t, games[i], 8)
		}
	}
}

func entrants(r *rand.Rand, n int) (out []tournament.Entrant) {
	for i := range n {
		out = append(out, tournament.Entrant{Player: int64(i + 1), Rating: float64(r.IntN(20))})
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func TestTheFirstSeasonIsByRating(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	require.Empty(t, tournament.Divide(entrants(r, 3), nil))
	for n := tournament.MinPlayers; n < 200; n++ {
		divisions := tournament.Divide(entrants(r, n), nil)
		require.Len(t, divisions, (n+7)/8)
		all := slices.Concat(divisions...)
		require.Len(t, all, n)
		require.True(t, slices.IsSortedFunc(all, func(a, b tournament.Entrant) int { return int(b.Rating - a.Rating) }))
		for _, d := range divisions {
			require.GreaterOrEqual(t, len(d), tournament.MinPlayers)
			require.LessOrEqual(t, len(d), tournament.MaxDivision)
			require.LessOrEqual(t, len(divisions[0])-len(d), 1)
		}
	}
}

// If the same players continue, the first two and the last two of neighbours have changed
// places, and everybody else stays.
func TestTwoUpTwoDown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := tournament.MinPlayers; n < 100; n++ {
		all := entrants(r, n)
		last := ids(tournament.Divide(all, nil))
		want := make([][]int64, len(last))
		for i, d := range last {
			for place, player := range d {
				to := i
				if place < 2 && i > 0 {
					to = i - 1
				} else if place >= len(d)-2 && i < len(last)-1 {
					to = i + 1
				}
				want[to] = append(want[to], player)
			}
		}
		have := ids(tournament.Divide(all, last))
		for i := range want {
			require.ElementsMatch(t, want[i], have[i], "%d of %d", i, n)
		}
	}
}

// Whoever comes or goes: everybody is in once, new players are below all who played before, and
// nobody who moves up ends below their old place except for others who move up.
func TestSeasonsThatChange(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		all := entrants(r, 4+r.IntN(60))
		last := ids(tournament.Divide(all, nil))
		gone := r.IntN(len(all) / 2)
		come := all[gone:]
		for i := range r.IntN(10) {
			come = append(come, tournament.Entrant{Player: int64(1000 + i), Rating: 99})
		}
		have := slices.Concat(ids(tournament.Divide(come, last))...)
		require.Len(t, have, max(0, len(come)*min(1, len(come)/tournament.MinPlayers)))
		newcomer := func(p int64) bool { return p >= 1000 }
		if i := slices.IndexFunc(have, newcomer); i >= 0 {
			for _, p := range have[i:] {
				require.True(t, newcomer(p))
			}
		}
		unique := slices.Compact(slices.Sorted(slices.Values(have)))
		require.Len(t, unique, len(have))
	}
}

func ids(divisions [][]tournament.Entrant) (out [][]int64) {
	for _, d := range divisions {
		var players []int64
		for _, e := range d {
			players = append(players, e.Player)
		}
		out = append(out, players)
	}
	return out
}

func TestWhoIsOut(t *testing.T) {
	require.True(t, tournament.CancelsAll(2, 5))
	require.True(t, tournament.CancelsAll(3, 7))
	require.False(t, tournament.CancelsAll(3, 6))
	require.False(t, tournament.CancelsAll(3, 5))
}
