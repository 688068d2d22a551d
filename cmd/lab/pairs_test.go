package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// The tables of the package's documentation, small: a few pairs of games of each kind, always
// the same ones. From level 2 on two levels apart are some 300 Elo, of which so few games
// show that the stronger wins; PVS plays MCTS in as much time, by the nodes a second of the
// documentation. Games that are not measured there are left out.
func TestTheStrongerPlayerWins(t *testing.T) {
	if testing.Short() {
		t.Skip("two hundred games for each game")
	}
	asLong := map[string]int{"turro": 3500, "rooya": 850, "roses": 1400, "tourrosa": 2300} // as 1,000 of PVS
	for _, g := range all.Games() {
		if asLong[g.Name] == 0 {
			continue
		}
		slow := 8
		if g.Name == "rooya" { // its games are long
			slow = 3
		}
		for _, c := range []struct {
			stronger, weaker string
			pairs            int
		}{
			{"level:2", "level:1", 24},
			{"level:3", "level:1", 12},
			{"level:4", "level:2", 12},
			{"level:5", "level:3", 12},
			{"level:6", "level:4", 8},
			{"level:7", "level:5", slow},
			{"level:8", "level:6", slow},
			{"pvs:1000", fmt.Sprint("mcts:", asLong[g.Name]), slow},
		} {
			t.Run(fmt.Sprint(g.Name, " ", c.stronger, " ", c.weaker), func(t *testing.T) {
				m := Match{Game: g, Opening: 8, Seed: 1}
				var err error
				m.A, err = engine.ParseContestant(c.stronger)
				require.NoError(t, err)
				m.B, err = engine.ParseContestant(c.weaker)
				require.NoError(t, err)
				halves := 0
				for n := range c.pairs {
					p, err := m.Pair(t.Context(), n)
					require.NoError(t, err)
					halves += p.Halves
				}
				t.Logf("%d of %d half points", halves, 4*c.pairs)
				if g.Name == "rooya" && m.B.Nodes > 0 { // between searchers it is drawn nearly always
					require.GreaterOrEqual(t, halves, 2*c.pairs)
					return
				}
				require.Greater(t, halves, 2*c.pairs)
			})
		}
	}
}
