package tournament_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/tournament"
)

// folded returns who has the place of a seed in a field of n, a power of two, if the better seed
// always wins: of 8, seed 11 has that of 6.
func folded(seed, size, n int) int {
	for ; size > n; size /= 2 {
		if seed > size/2 {
			seed = size + 1 - seed
		}
	}
	return seed
}

// meets returns who meets whom in a round, and who has no opponent: players of the same place in
// a field of half the size. field are the seeds that are left.
func meets(field []int, players, round int) (pairs [][2]int, free []int) {
	size := 1
	for size < players {
		size *= 2
	}
	places := map[int][]int{}
	for _, seed := range field {
		place := folded(seed, size, size>>round)
		places[place] = append(places[place], seed)
	}
	for _, who := range places {
		slices.Sort(who)
		if len(who) == 2 {
			pairs = append(pairs, [2]int{who[0], who[1]})
		} else {
			free = append(free, who[0])
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	slices.Sort(free)
	return pairs, free
}

// TestABracketIsThatOfTheRules plays cups of 3 to 64 players with random results, in which some
// players leave, and compares each round with pairings that are computed otherwise.
func TestABracketIsThatOfTheRules(t *testing.T) {
	for players := tournament.MinCup; players <= tournament.MaxCup; players++ {
		for run := range uint64(5) {
			random := rand.New(rand.NewPCG(run, uint64(players)))
			lost, field := make([]int, players), make([]int, players)
			for i := range field {
				field[i] = i + 1
			}
			round := 1
			for ; len(field) > 1; round++ {
				pairs, free := meets(field, players, round)
				if round == 1 {
					require.Equal(t, len(tournament.Seats(players))-players, len(free), "the best have the byes")
					for i, seed := range free {
						require.Equal(t, i+1, seed)
					}
				}
				var open [][2]int
				for _, m := range tournament.Bracket(lost)[round-1] {
					a, b := m.Seats[0], m.Seats[1]
					require.NotEqual(t, tournament.Unknown, a)
					require.NotEqual(t, tournament.Unknown, b)
					if a != tournament.Nobody && b != tournament.Nobody {
						require.Equal(t, tournament.Unknown, m.Winner)
						open = append(open, [2]int{min(a, b), max(a, b)})
					} else {
						require.Equal(t, max(a, b), m.Winner)
					}
				}
				slices.SortFunc(open, func(a, b [2]int) int { return a[0] - b[0] })
				require.Equal(t, pairs, open, "%d players, round %d", players, round)
				for _, pair := range pairs {
					switch random.IntN(8) {
					case 0: // both are gone
						lost[pair[0]-1], lost[pair[1]-1] = round, round
					default:
						lost[pair[random.IntN(2)]-1] = round
					}
				}
				field = slices.DeleteFunc(field, func(seed int) bool { return lost[seed-1] != 0 })
			}
			rounds := tournament.Bracket(lost)
			final := rounds[len(rounds)-1]
			require.Len(t, final, 1)
			winner := tournament.Nobody
			if len(field) == 1 {
				winner = field[0]
			}
			require.Equal(t, winner, final[0].Winner)
		}
	}
}

func TestSeeds(t *testing.T) {
	require.Equal(t, []int{1, 4, 2, 3}, tournament.Seats(4))
	require.Equal(t, []int{1, 0, 4, 5, 2, 0, 3, 0}, tournament.Seats(5))
	require.Equal(t, []int{1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11}, tournament.Seats(16))
	require.Equal(t, []tournament.Entrant{{Player: 3, Rating: 1600}, {Player: 1, Rating: 1500}, {Player: 2, Rating: 1500}},
		tournament.Seeded([]tournament.Entrant{{Player: 2, Rating: 1500}, {Player: 1, Rating: 1500}, {Player: 3, Rating: 1600}}))
}

func TestWhoIsKnockedOut(t *testing.T) {
	for _, tc := range []struct {
		points [2]int
		out    [2]bool
		beaten int
	}{
		{[2]int{4, 0}, [2]bool{}, 1},
		{[2]int{1, 3}, [2]bool{}, 0},
		{[2]int{2, 2}, [2]bool{}, 1}, // by the seed
		{[2]int{0, 0}, [2]bool{}, 1}, // both games were cancelled
		{[2]int{2, 2}, [2]bool{true, false}, 0},
		{[2]int{4, 0}, [2]bool{true, false}, 0},
		{[2]int{2, 2}, [2]bool{true, true}, 1},
	} {
		require.Equal(t, tc.beaten, tournament.Beaten([2]int{3, 6}, tc.points, tc.out), "%v", tc)
		mirrored := tournament.Beaten([2]int{6, 3}, [2]int{tc.points[1], tc.points[0]}, [2]bool{tc.out[1], tc.out[0]})
		require.Equal(t, 1-tc.beaten, mirrored, "%v", tc)
	}
}
