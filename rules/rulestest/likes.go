package rulestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// CheckLikes requires of a position of a game that tells of likenesses that all that it
// calls alike is: each can be read, calls the same ones alike, and leads ply for ply to
// positions that are alike, which end alike. It looks at a few of them, by chance. Of
// another game it requires nothing.
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

// after is what can come of a position by one ply, seen by the side to move: to what each
// leads but for a likeness, and how it ends.
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
