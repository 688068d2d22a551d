package tournament

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/db/tournaments"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest/three"
)

// A game that has hardly begun is a draw where the engine sees no more, as in these four; one
// that is a ply from being won is won.
func TestVerdicts(t *testing.T) {
	for _, g := range skiptest.EveryFourth(append(all.Games(), three.Game())) {
		result, how, err := verdict(t.Context(), rules.NewRecord(g))
		require.NoError(t, err)
		if slices.Contains([]string{"turro", "rooya", "roses", "tourrosa"}, g.Name) {
			require.Equal(t, rules.Draw, result, g.Name)
			want := tournaments.AsDraw
			if _, solved := g.Start().(rules.Solved); solved {
				want = tournaments.ByProof
			}
			require.Equal(t, want, how, g.Name)
		}
		r := rules.NewRecord(g)
		for n := 0; !r.Outcome().Over(); n++ {
			legal := r.Legal()
			require.NoError(t, r.Play(legal[(n*7+3)%len(legal)]))
		}
		if r.Outcome().Result == rules.Draw {
			continue
		}
		before := rules.NewRecord(g)
		for _, m := range r.Plies()[:r.Len()-1] {
			require.NoError(t, before.Play(m))
		}
		result, how, err = verdict(t.Context(), before)
		require.NoError(t, err)
		require.Equal(t, r.Outcome().Result, result, g.Name)
		require.Equal(t, tournaments.ByProof, how)
	}
}
