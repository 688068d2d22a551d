package tournament

import (
	"cmp"
	"slices"
)

// MinPlayers is how many a season needs, and Most how many a division has at most.
const (
	MinPlayers  = 4
	MaxDivision = 8
)

// promoted is how many go up from a division, and as many down into it.
const promoted = 2

// Entrant is somebody who takes part. Of two whose ratings are alike the one with the
// smaller number comes first.
type Entrant struct {
	Player int64
	Rating float64
}

// Divide makes the divisions of a season, the highest first, each in the order of its
// numbers in the pairings. Last are those of the season before, each in the order of its
// final table; none: this is the first. It returns nothing for fewer than Fewest.
func Divide(entrants []Entrant, last [][]int64) [][]Entrant {
	if len(entrants) < MinPlayers {
		return nil
	}
	ordered := order(entrants, last)
	count := (len(ordered) + MaxDivision - 1) / MaxDivision
	var divisions [][]Entrant
	for i := range count {
		// The higher ones take what is left over.
		size := len(ordered) / (count - i)
		if len(ordered)%(count-i) > 0 {
			size++
		}
		divisions = append(divisions, ordered[:size:size])
		ordered = ordered[size:]
	}
	return divisions
}

// order is that of all entrants from the highest division to the lowest.
func order(entrants []Entrant, last [][]int64) []Entrant {
	byPlayer := make(map[int64]Entrant, len(entrants))
	for _, e := range entrants {
		byPlayer[e.Player] = e
	}
	var ordered []Entrant
	for _, player := range exchanged(last) {
		if e, ok := byPlayer[player]; ok {
			ordered = append(ordered, e)
			delete(byPlayer, player)
		}
	}
	var fresh []Entrant
	for _, e := range byPlayer {
		fresh = append(fresh, e)
	}
	slices.SortFunc(fresh, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Player, b.Player))
	})
	return append(ordered, fresh...)
}

// exchanged are the players of a season after the last of each division have changed
// places with the first of the next. In a division those who come from above stand first,
// so that they stay there if somebody does not come again, then those from below: who
// has to make room is the last of those who stayed.
func exchanged(last [][]int64) (out []int64) {
	for i, division := range last {
		stay := division
		if i > 0 {
			above := last[i-1]
			n := PromotedBetween(len(above), len(division))
			out = append(out, above[len(above)-n:]...)
			stay = stay[n:]
		}
		if i+1 < len(last) {
			below := last[i+1]
			n := PromotedBetween(len(division), len(below))
			out = append(out, below[:n]...)
			stay = stay[:len(stay)-n]
		}
		out = append(out, stay...)
	}
	return out
}

// PromotedBetween is how many two neighbours of such sizes exchange: each keeps half for its other
// neighbour.
func PromotedBetween(above, below int) int { return min(promoted, above/2, below/2) }

// MaxDoubleRound is up to how many players of a division each pair plays twice.
const MaxDoubleRound = 5

// Pairing is one game: who moves first and who second, by their numbers in the division,
// from 1.
type Pairing struct {
	Round         int // from 1
	First, Second int
}

// Pairings are the games of a division of n, by rounds.
func Pairings(n int) []Pairing {
	once := Berger(n)
	if n > MaxDoubleRound {
		return once
	}
	both := once
	rounds := n - 1 + n%2
	for _, p := range once {
		both = append(both, Pairing{Round: p.Round + rounds, First: p.Second, Second: p.First})
	}
	return both
}

// Berger are the games in which each of n meets each other once. Of two players the one
// of the smaller number moves first if the sum of both is odd, or else the other; the last
// of an even n moves second against the lower half. With an odd n one is free in each round.
func Berger(n int) []Pairing {
	even := n + n%2 // the last one is nobody, if n is odd
	var out []Pairing
	for round := 1; round < even; round++ {
		for i := 1; i < even; i++ {
			// In a round all pairs have the same sum, but for a multiple of even-1. Who
			// would meet himself meets the last one.
			j := ((round+1-i)%(even-1) + even - 1) % (even - 1)
			if j == 0 {
				j = even - 1
			}
			switch {
			case j < i || j == i && n%2 == 1: // the pair is there already; free
			case j == i && i <= even/2:
				out = append(out, Pairing{round, i, even})
			case j == i:
				out = append(out, Pairing{round, even, i})
			case (i+j)%2 == 1:
				out = append(out, Pairing{round, i, j})
			default:
				out = append(out, Pairing{round, j, i})
			}
		}
	}
	return out
}
