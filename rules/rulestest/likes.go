package rulestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckLikes checks some of the Likes of a position of a rules.Symmetric game: each can be read,
// has the same Likes, and leads ply for ply to positions with the same Likes and outcomes. In other
// games it checks that a position is equal only to itself.
func CheckLikes(t testing.TB, g rules.Game, p rules.Position, rng *rand.Rand) {
	if _, ok := p.(rules.Symmetric); !ok {
		require.Equal(t, []string{p.String()}, rules.Likes(p))
		return
	}
	likes := rules.Likes(p)
	require.Contains(t, likes, p.String(), "a position is like itself")
	want := after(t, reread(t, g, p.String()))
	for _, i := range rng.Perm(len(likes))[:min(len(likes), 4)] {
		q := reread(t, g, likes[i])
		require.Equal(t, likes, rules.Likes(q), "%s and %s are not alike to the same ones", p, q)
		require.Equal(t, want, after(t, q), "%s and %s are played on alike", p, q)
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
		all = append(all, fmt.Sprint(rules.Likes(next)[0], o.Reason, o.Winner() == p.Turn(), next.Turn() == p.Turn()))
	}
	slices.Sort(all)
	return all
}
