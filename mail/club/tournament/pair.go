package tournament

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
