package engine

import (
	"cmp"
	"slices"

	"turnpost/rules"
)

const (
	// Worth is the chance that a ply must lose to count as a turning point.
	Worth = 0.1
	// Slight is the same if no ply has lost that much.
	Slight = 0.07
	// hopeful is the least chance of a side that still has hope.
	hopeful = 0.25

	mostTurned = 6 // candidates
	apart      = 3 // plies between two turning points
)

// turned are the plies at which a game turned, the most important first: the one that fixed the
// result, and then those that lost most, the later of equal ones. Of plies that are close together
// there is one. If no ply has lost enough, it is the one that lost most, unless its side won.
func turned(all []Judged, result rules.Result) []Judged {
	list := slices.Clone(all)
	fixed := fixing(all, result)
	rest := func(j Judged) int { return min(1, distance(j.Ply, fixed)) }
	slices.SortFunc(list, func(a, b Judged) int {
		return cmp.Or(rest(a)-rest(b), cmp.Compare(b.Cost(), a.Cost()), b.Ply-a.Ply)
	})
	var out []Judged
	for _, j := range list {
		near := func(other Judged) bool { return distance(j.Ply, other.Ply) < apart }
		if j.Cost() >= Worth && len(out) < mostTurned && !slices.ContainsFunc(out, near) {
			out = append(out, j)
		}
	}
	slight := func(j Judged) bool { return j.Cost() >= Slight && result != rules.Wins(j.Side) }
	if i := slices.IndexFunc(list, slight); len(out) == 0 && i >= 0 {
		out = append(out, list[i])
	}
	return out
}

// fixing is the number of the ply that fixed the result: the last one by which the loser gave away
// a hope that it never had again, or in a draw the last one that gave away a win; 0 if there is
// none.
func fixing(all []Judged, result rules.Result) int {
	best := map[rules.Side]float64{} // what they could expect later
	for _, j := range slices.Backward(all) {
		before := j.Before.Chance()
		lost := result == rules.Wins(j.Side.Opponent()) && before >= hopeful
		drawn := result == rules.Draw && before >= 1-hopeful
		if (lost || drawn) && j.Cost() >= Worth && best[j.Side] < before {
			return j.Ply
		}
		best[j.Side] = max(best[j.Side], before, j.After.Chance())
		best[j.Side.Opponent()] = max(best[j.Side.Opponent()], 1-before, 1-j.After.Chance())
	}
	return 0
}

func distance(a, b int) int { return max(a-b, b-a) }
