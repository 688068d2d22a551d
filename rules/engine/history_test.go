package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
)

// oracle decides wins of a game so far by trying all plies to a depth. It knows no table.
type oracle struct {
	w     rules.SearchWalker
	drawn map[uint64]bool
	known map[within]bool
}

// within asks whether a side wins from a state in a number of plies.
type within struct {
	hash  uint64
	side  rules.Side
	plies int
}

// wins reports whether a side can win in a number of plies without a state that has arisen twice.
func (o *oracle) wins(side rules.Side, plies int) bool {
	if r := o.w.Result(); r != rules.Undecided || plies == 0 {
		return r == rules.Wins(side)
	}
	key := within{o.w.Hash(), side, plies}
	if wins, ok := o.known[key]; ok {
		return wins
	}
	mine := o.w.Turn() == side
	wins := !mine
	for _, p := range o.w.Plies(nil) {
		o.w.Play(p)
		after := !o.drawn[o.w.Hash()] && o.wins(side, plies-1)
		o.w.Back()
		if after == mine {
			wins = mine
			break
		}
	}
	o.known[key] = wins
	return wins
}

// value is the value of a game so far for the side to move, if it ends within a number of plies.
func oracleValue(r *rules.Record, most int) string {
	o := &oracle{r.Position().(rules.Walkable).Walk(), map[uint64]bool{}, map[within]bool{}}
	times := map[uint64]int{}
	for n := range r.Len() + 1 {
		hash := r.At(n).(rules.Walkable).Walk().Hash()
		times[hash]++
		o.drawn[hash] = times[hash] >= rules.Drawn-1
	}
	for n := range most + 1 {
		switch {
		case o.wins(r.Turn(), n):
			return rules.Value{Sign: +1, Plies: n}.String()
		case o.wins(r.Turn().Opponent(), n):
			return rules.Value{Sign: -1, Plies: n}.String()
		}
	}
	return "later"
}

// back is the ply that takes a ply of one piece back.
func back(m rules.Move) rules.Move {
	from, to, _ := strings.Cut(string(m), "-")
	return rules.Move(to + "-" + from)
}

// A state that has arisen twice draws the game the next time. The values of a solved game so far
// count that: they are those of a search that knows no table, and where they differ from the table
// the highest level plays by them.
func TestValuesCountRepetition(t *testing.T) {
	skiptest.Long(t)
	const most = 7
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(3, 5))
	compared, changed, draws := 0, 0, 0
	for _, p := range randomRoses(t, g, 400) {
		value := p.(rules.Solved).Value()
		if p.Outcome().Over() || value.Sign == 0 || value.Plies > most-2 {
			continue
		}
		r := rules.NewRecordFrom(g, p)
		legal := r.Legal()
		a := legal[rng.IntN(len(legal))]
		if r.Play(a) != nil || r.Outcome().Over() {
			continue
		}
		legal = r.Legal()
		b := legal[rng.IntN(len(legal))]
		for i, m := range []rules.Move{b, back(a), back(b), a, b, back(a)} {
			if r.Outcome().Over() || r.Play(m) != nil || r.Outcome().Over() {
				break
			}
			if i < 2 {
				continue // nothing has arisen twice
			}
			side := r.Turn()
			got, err := engine.Expect(t.Context(), r, side, engine.Random{}, engine.Budget{Nodes: 1})
			require.NoError(t, err)
			require.True(t, got.Exact)
			want := oracleValue(r, most)
			compared++
			if want == "later" {
				require.True(t, got.Value.Sign == 0 || got.Value.Plies > most, "%s after %s", r.Position(), r.Plies())
			} else {
				require.Equal(t, want, got.Value.String(), "%s after %s", r.Position(), r.Plies())
			}
			if got.Value == r.Position().(rules.Solved).Value() {
				continue
			}
			if changed++; got.Value.Sign == 0 {
				draws++
			}
			thought, err := engine.Faultless.Think(t.Context(), r, engine.Budget{Seed: 1})
			require.NoError(t, err)
			next := r.Clone()
			require.NoError(t, next.Play(thought.Move))
			after, err := engine.Expect(t.Context(), next, side, engine.Random{}, engine.Budget{Nodes: 1})
			require.NoError(t, err)
			require.Equal(t, got.Value.Sign, after.Value.Sign, "%s in %s", thought.Move, r.Position())
		}
	}
	t.Log(compared, "compared,", changed, "changed by the game so far,", draws, "of them to a draw")
	require.Positive(t, draws)
	require.Greater(t, changed, draws)
}

// The table says that Black wins in 11 plies, but White can steer to a state that has arisen twice:
// a search of all 3,559,191 states that can follow by plies that win by the table found no win. So
// the last ply gave nothing away. Earlier ones did.
func TestAReviewCountsRepetition(t *testing.T) {
	g, err := rules.Find(all.Games(), "roses")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for _, text := range strings.Fields("c5 d3 d5 e4 e6 c3 d6 b2 c5d5-b4c4 c3-c2 b4-d4 b2-c3 c4-b3 c3-b2 b3-c4 b2-c3 c4-b3 c3-b2") {
		m, err := r.Parse(text)
		require.NoError(t, err)
		require.NoError(t, r.Play(m))
	}
	require.Equal(t, "win 11", r.Position().(rules.Solved).Value().String())
	before, err := engine.Expect(t.Context(), r, r.Turn(), engine.Random{}, engine.Budget{Nodes: 1})
	require.NoError(t, err)
	require.Equal(t, "draw", before.String())
	require.NoError(t, r.Play("b3-c4"))
	require.Equal(t, rules.Repetition, r.Outcome().Reason)
	review, err := engine.Judge(t.Context(), r, rules.Draw, engine.Random{}, engine.Budget{Nodes: 1})
	require.NoError(t, err)
	var gave []int
	for _, j := range review.Plies {
		if j.Cost() > 0 {
			gave = append(gave, j.Ply)
		}
	}
	require.Equal(t, []int{10, 13, 14, 17, 18}, gave)
	require.Equal(t, 18, review.Turned[0].Ply)
}
