package tournament

import (
	"cmp"
	"slices"
)

// MinPlayers is how many players a season needs, MaxDivision how many a division has at most.
const (
	MinPlayers  = 4
	MaxDivision = 8
)

// promoted is how many players move up from a division into the one above, and as many down.
const promoted = 2

// Entrant is a player who takes part. Of two with equal ratings the smaller number comes first.
type Entrant struct {
	Player int64
	Rating float64
}

// Divide makes the divisions of a season, the highest first, each in the order of its pairing
// numbers. last holds the divisions of the season before, each in the order of its final table;
// nil: this is the first season. It returns nil if there are fewer than MinPlayers.
func Divide(entrants []Entrant, last [][]int64) [][]Entrant {
	if len(entrants) < MinPlayers {
		return nil
	}
	ordered := order(entrants, last)
	count := (len(ordered) + MaxDivision - 1) / MaxDivision
	var divisions [][]Entrant
	for i := range count {
		// The higher divisions take the remainder.
		size := len(ordered) / (count - i)
		if len(ordered)%(count-i) > 0 {
			size++
		}
		divisions = append(divisions, ordered[:size:size])
		ordered = ordered[size:]
	}
	return divisions
}

// order returns all entrants from the highest division to the lowest.
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

// exchanged returns the players of a season after the last of each division have changed places
// with the first of the next. In a division, those who come from above stand first, then those
// from below. So if players drop out, those from above keep their place, and the last of those
// who stayed makes room.
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

// PromotedBetween returns how many players two neighbouring divisions of these sizes exchange:
// each keeps half of its players for its other neighbour.
func PromotedBetween(above, below int) int { return min(promoted, above/2, below/2) }

// MaxDoubleRound is the largest division in which each pair plays twice.
const MaxDoubleRound = 5

// RoundPairing is one game: who moves first and who second, by their numbers in the division, from
// 1.
type RoundPairing struct {
	Round         int // from 1
	First, Second int
}

// Pairings returns the games of a division of n players, by rounds.
func Pairings(n int) []RoundPairing {
	once := Berger(n)
	if n > MaxDoubleRound {
		return once
	}
	both := once
	rounds := n - 1 + n%2
	for _, p := range once {
		both = append(both, RoundPairing{Round: p.Round + rounds, First: p.Second, Second: p.First})
	}
	return both
}

// Berger returns the games of a single round robin of n players. The player with the smaller
// number moves first if the sum of both numbers is odd, else the other; the last of an even n
// moves second against the lower half. With an odd n, one player is free in each round.
func Berger(n int) []RoundPairing {
	even := n + n%2 // for an odd n, the last player stands for being free
	var out []RoundPairing
	for round := 1; round < even; round++ {
		for i := 1; i < even; i++ {
			// All pairs of a round have the same sum modulo even-1. A player who would meet
			// themselves meets the last one.
			j := ((round+1-i)%(even-1) + even - 1) % (even - 1)
			if j == 0 {
				j = even - 1
			}
			switch {
			case j < i || j == i && n%2 == 1: // the pair is listed already, or the player is free
			case j == i && i <= even/2:
				out = append(out, RoundPairing{round, i, even})
			case j == i:
				out = append(out, RoundPairing{round, even, i})
			case (i+j)%2 == 1:
				out = append(out, RoundPairing{round, i, j})
			default:
				out = append(out, RoundPairing{round, j, i})
			}
		}
	}
	return out
}
