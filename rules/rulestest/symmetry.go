package rulestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckSymmetry checks some of the Equivalents of a position of a rules.Symmetric game: each can be read,
// has the same Equivalents, and leads ply for ply to positions with the same Equivalents and outcomes. In other
// games it checks that a position is equal only to itself.
func CheckSymmetry(t testing.TB, g rules.Game, p rules.Position, rng *rand.Rand) {
	if _, ok := p.(rules.Symmetric); !ok {
		require.Equal(t, []string{p.String()}, rules.Equivalents(p))
		return
	}
	equal := rules.Equivalents(p)
	require.Contains(t, equal, p.String(), "a position is equal to itself")
	want := after(t, reread(t, g, p.String()))
	for _, i := range rng.Perm(len(equal))[:min(len(equal), 4)] {
		q := reread(t, g, equal[i])
		require.Equal(t, equal, rules.Equivalents(q), "%s and %s are not equal to the same ones", p, q)
		require.Equal(t, want, after(t, q), "%s and %s do not go on in the same way", p, q)
	}
}

func reread(t testing.TB, g rules.Game, text string) rules.Position {
	p, err := g.ParsePosition(text)
	require.NoError(t, err, text)
	return p
}

// after is the successors of a position up to symmetry, with their outcomes for the side to move.
func after(t testing.TB, p rules.Position) []string {
	all := []string{fmt.Sprint(p.Outcome().Over(), p.Outcome().Reason)}
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		require.NoError(t, err, "%s: %s", p, m)
		o := next.Outcome()
		all = append(all,
			fmt.Sprint(rules.Equivalents(next)[0], o.Reason, o.Winner() == p.Turn(), next.Turn() == p.Turn()))
	}
	slices.Sort(all)
	return all
}
