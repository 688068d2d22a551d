package tournament

import (
	"cmp"
	"slices"
)

// MinCup and MaxCup are how many players take part in a cup.
const (
	MinCup = 3
	MaxCup = 64
)

// Unknown is a seat or a winner that is not decided yet. Nobody is one that stays empty.
const (
	Unknown = -1
	Nobody  = 0
)

// Match is a match of a cup: two seeds, or who is not known yet, and who goes on.
type Match struct {
	Seats  [2]int
	Winner int
}

// Seeded orders the players of a cup by rating. The first has seed 1.
func Seeded(entrants []Entrant) []Entrant {
	out := slices.Clone(entrants)
	slices.SortFunc(out, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Player, b.Player))
	})
	return out
}

// Seats returns the seeds of n players in the order of the bracket: neighbours meet, then the
// winners of neighbouring matches. If the better seed always wins, the first meets the last of
// those who are left, the second the last but one, and so on. Nobody stands for a bye.
func Seats(n int) []int {
	seats := []int{1}
	for len(seats) < n {
		size := 2 * len(seats)
		next := make([]int, 0, size)
		for _, seed := range seats {
			next = append(next, seed, size+1-seed)
		}
		seats = next
	}
	for i, seed := range seats {
		if seed > n {
			seats[i] = Nobody
		}
	}
	return seats
}

// Bracket returns the matches of all rounds of a cup. lost holds for each player, by seed, the
// round in which they were knocked out; 0: they are not.
func Bracket(lost []int) (rounds [][]Match) {
	seats := Seats(len(lost))
	for round := 1; len(seats) > 1; round++ {
		var matches []Match
		var winners []int
		for pair := range slices.Chunk(seats, 2) {
			m := Match{Seats: [2]int{pair[0], pair[1]}, Winner: Nobody}
			for _, seed := range pair {
				switch {
				case seed == Nobody || seed != Unknown && lost[seed-1] == round:
				case seed == Unknown || m.Winner != Nobody:
					m.Winner = Unknown
				default:
					m.Winner = seed
				}
			}
			matches, winners = append(matches, m), append(winners, m.Winner)
		}
		rounds, seats = append(rounds, matches), winners
	}
	return rounds
}

// Beaten returns the seat, 0 or 1, of the player who is knocked out by a match whose games are
// over: one who is out, else the one with fewer points, else the one with the worse seed.
func Beaten(seats, points [2]int, out [2]bool) int {
	second := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	switch {
	case out[0] != out[1]:
		return second(out[1])
	case points[0] != points[1]:
		return second(points[1] < points[0])
	}
	return second(seats[1] > seats[0])
}
