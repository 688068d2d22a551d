package engine_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// signs are the true values of Guerre des deux roses, as a file would keep them: without
// distances, and none of a game that is over.
type signs struct{}

func (signs) Sign(p rules.Position) (int, error) {
	if p.Outcome().Over() {
		return 0, errors.New("the game is over")
	}
	return p.(rules.Solved).Value().Sign, nil
}

func (signs) Close() error { return nil }

// Even who plays at random leaves no value to the other side, when they keep to a file.
func TestWhoKeepsToAFileGivesNothingAway(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(2, 6))
	thought, seen := 0, map[int]int{}
	for _, p := range append(positions(t, g), randomRoses(t, g, 40)...) {
		r := rules.NewRecordFrom(g, p)
		if r.Outcome().Over() {
			continue
		}
		keeper := engine.Keeper{Player: engine.Random{}, Values: signs{}}
		value := p.(rules.Solved).Value().Sign
		seen[value]++
		for mine := true; !r.Outcome().Over() && r.Len() < 60; mine = !mine {
			if !mine {
				legal := r.Legal()
				require.NoError(t, r.Play(legal[rng.IntN(len(legal))]))
				if o := r.Outcome(); !o.Over() {
					now := r.Position().(rules.Solved).Value().Sign
					require.GreaterOrEqual(t, now, value, "the other side gained nothing")
					value = now
				}
				continue
			}
			side := r.Turn()
			got, err := keeper.Think(t.Context(), r, engine.Budget{Nodes: 1, Seed: rng.Uint64()})
			require.NoError(t, err)
			require.Equal(t, got.Move, got.Line[0])
			require.NoError(t, r.Play(got.Move))
			thought++
			switch o := r.Outcome(); {
			case !o.Over():
				require.Equal(t, value, -r.Position().(rules.Solved).Value().Sign)
			case value > 0:
				require.Equal(t, rules.Wins(side), o.Result)
			case value == 0:
				require.NotEqual(t, rules.Wins(side.Opponent()), o.Result)
			}
		}
	}
	t.Log(thought, seen)
	require.Len(t, seen, 3)
}

// What a file says of a game's plies is what the table of a solved game says, but for how
// far the end is; and where a game turned is the same.
func TestAGameIsJudgedByAFile(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	turned := 0
	for seed := range uint64(12) {
		r := rules.NewRecord(g)
		for !r.Outcome().Over() {
			th, err := engine.Level(4).Think(t.Context(), r, engine.Budget{Seed: seed<<10 + uint64(r.Len())})
			require.NoError(t, err)
			require.NoError(t, r.Play(th.Move))
		}
		judged := func(player engine.Player) (all []engine.Judged) {
			require.NoError(t, engine.Judge(t.Context(), r, player, engine.Budget{Nodes: 200}, func(j engine.Judged) { all = append(all, j) }))
			return all
		}
		keeper := engine.Keeper{Player: engine.PVS{}, Values: signs{}}
		want, got := judged(engine.PVS{}), judged(keeper)
		require.Len(t, got, len(want))
		for i := range want {
			if r.At(i).Outcome().Over() || want[i].Before.Value.Sign < got[i].Before.Value.Sign {
				continue // a repetition draws what is lost, which the table by itself does not see
			}
			require.Equal(t, want[i].Cost(), got[i].Cost(), "%d. %s", i+1, r.Plies()[i])
			require.True(t, got[i].Before.Exact && got[i].After.Exact)
			if got[i].Cost() > 0 {
				next, err := r.At(i).Play(got[i].Best)
				require.NoError(t, err)
				require.Equal(t, -want[i].Before.Value.Sign, next.(rules.Solved).Value().Sign)
				turned++
			}
		}
		p, err := engine.Expect(t.Context(), r.Until(5), rules.White, keeper, engine.Budget{})
		require.NoError(t, err)
		require.True(t, p.Exact)
	}
	require.Positive(t, turned)
}
