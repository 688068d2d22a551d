package engine

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// judged plays a game and judges it.
func judged(t *testing.T, name string, b Budget, result rules.Result, plies ...rules.Move) (*rules.Record, Review) {
	t.Helper()
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for _, m := range plies {
		require.NoError(t, r.Play(m))
	}
	rv, err := Judge(t.Context(), r, result, PVS{}, b)
	require.NoError(t, err)
	return r, rv
}

func TestASolvedGameTurnsWhereItsValueDoes(t *testing.T) {
	r, rv := judged(t, "roses", Budget{}, rules.Undecided, "c5", "e4", "d6", "f5", "d5", "f6")
	turned := rv.Turned
	require.Len(t, turned, 1)
	require.Equal(t, 6, turned[0].Ply)
	before, ok := turned[0].Before.Known()
	require.True(t, ok)
	require.Zero(t, before)
	after, _ := turned[0].After.Known()
	require.Equal(t, -1, after)
	value := r.At(5).(rules.Solved).Value()
	next, err := r.At(5).Play(turned[0].Best)
	require.NoError(t, err)
	require.Equal(t, -value.Sign, next.(rules.Solved).Value().Sign, "the better ply keeps it")
}

// thrownAway is a game that somebody plays badly.
func thrownAway(t *testing.T) *rules.Record {
	t.Helper()
	g, err := rules.Find(all.Games(), "turro")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for n := 0; n < 60 && !r.Outcome().Over(); n++ {
		var p Player = PVS{}
		if r.Turn() == rules.White {
			p = Level(3)
		}
		thought, err := p.Think(t.Context(), r, Budget{Nodes: 500, Seed: uint64(n)})
		require.NoError(t, err)
		require.NoError(t, r.Play(thought.Move))
	}
	return r
}

// The plies of such a game give much away, and what is said of it is the same each time.
func TestASearchedGameTurns(t *testing.T) {
	r := thrownAway(t)
	b := Budget{Nodes: 500, Seed: 1}
	_, rv := judged(t, "turro", b, r.Outcome().Result, r.Plies()...)
	require.Len(t, rv.Plies, r.Len())
	turned, err := rv.Told(func(Judged) (bool, error) { return false, nil })
	require.NoError(t, err)
	require.NotEmpty(t, turned)
	require.LessOrEqual(t, len(turned), 3)
	for i, j := range turned {
		require.GreaterOrEqual(t, j.Cost(), Worth)
		require.NotEqual(t, j.Played, j.Best)
		require.Equal(t, j.Played, r.Plies()[j.Ply-1])
		require.Contains(t, r.At(j.Ply-1).Legal(), j.Best)
		require.Equal(t, j, rv.Plies[j.Ply-1], "all plies are judged by the same looks")
		require.True(t, i == 0 || turned[i-1].Ply < j.Ply)
	}
	for i, j := range rv.Plies[1:] {
		if before := rv.Plies[i]; j.Played != j.Best && j.Side != before.Side {
			require.Equal(t, -before.After.Score, j.Before.Score, "ply %d", j.Ply)
		}
	}
	_, again := judged(t, "turro", b, r.Outcome().Result, r.Plies()...)
	require.Equal(t, rv, again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Judge(ctx, r, rules.Undecided, PVS{}, b)
	require.ErrorIs(t, err, context.Canceled)
}

// exactly are plies with values, from Black's first on, each what who plays it expects
// after the ones before: "=" a draw, "+" a win and "-" a loss; a pair is before and after.
func exactly(pairs ...string) (all []Judged) {
	value := map[byte]int{'+': 1, '=': 0, '-': -1}
	for n, p := range pairs {
		side := []rules.Side{rules.Black, rules.White}[n%2]
		prospect := func(at byte) Prospect { return Prospect{Exact: true, Value: rules.Value{Sign: value[at]}} }
		all = append(all, Judged{Ply: n + 1, Side: side, Before: prospect(p[0]), After: prospect(p[1])})
	}
	return all
}

// chances are plies with chances, in percent, in such pairs.
func chances(pairs ...[2]float64) (all []Judged) {
	for n, p := range pairs {
		side := []rules.Side{rules.Black, rules.White}[n%2]
		prospect := func(c float64) Prospect {
			return Prospect{Score: int(math.Round(1000 * math.Log(c/(100-c)))), slope: 1000}
		}
		all = append(all, Judged{Ply: n + 1, Side: side, Before: prospect(p[0]), After: prospect(p[1])})
	}
	return all
}

func numbers(list []Judged) (plies []int) {
	for _, j := range list {
		plies = append(plies, j.Ply)
	}
	return plies
}

// The ply that fixed the result is told of first, whatever others have cost; of neighbours
// that give and give back there is one.
func TestWhatTurnedAGame(t *testing.T) {
	still := [2]float64{50, 50}
	for name, tt := range map[string]struct {
		plies  []Judged
		result rules.Result
		want   []int
	}{
		"one blunder":                     {exactly("==", "==", "=-", "++", "--"), rules.WhiteWins, []int{3}},
		"give and give back":              {exactly("=-", "+=", "=-", "+=", "=-", "++", "--"), rules.WhiteWins, []int{5, 2}},
		"the last, not the dearest":       {exactly("+-", "+=", "==", "==", "==", "==", "=-", "++"), rules.WhiteWins, []int{7, 1}},
		"of equal ones the later":         {exactly("=-", "+=", "==", "==", "=-", "+=", "==", "==", "==", "==", "=-"), rules.WhiteWins, []int{11, 6, 2}},
		"a win that was given away":       {exactly("==", "=-", "+=", "==", "==", "==", "=-", "+=", "=="), rules.Draw, []int{8, 3}},
		"nobody has given a win away":     {exactly("==", "==", "=="), rules.Draw, nil},
		"a game that was not lost there":  {exactly("=-", "+=", "==", "=="), rules.WhiteWins, []int{2}},
		"lost long before":                {chances(still, still, [2]float64{50, 20}, [2]float64{80, 80}, [2]float64{20, 20}, [2]float64{80, 80}, [2]float64{20, 5}), rules.WhiteWins, []int{3, 7}},
		"the winner's great loss is less": {chances([2]float64{60, 48}, still, still, [2]float64{55, 10}, [2]float64{90, 50}, still, [2]float64{50, 38}, [2]float64{62, 62}), rules.WhiteWins, []int{7, 4, 1}},
		"a slight one":                    {chances(still, [2]float64{50, 41}, still, [2]float64{50, 42}), rules.BlackWins, []int{2}},
		"a slight one of who has won":     {chances(still, [2]float64{50, 41}), rules.WhiteWins, nil},
		"too slight":                      {chances(still, [2]float64{50, 44}), rules.BlackWins, nil},
	} {
		require.Equal(t, tt.want, numbers(turned(tt.plies, tt.result)), name)
	}
}

// What is to be kept back gives way to what matters next.
func TestWhatIsKeptBackGivesWay(t *testing.T) {
	rv := Review{Turned: []Judged{{Ply: 40}, {Ply: 10}, {Ply: 30}, {Ply: 20}, {Ply: 50}}}
	told, err := rv.Told(func(j Judged) (bool, error) { return j.Ply == 10, nil })
	require.NoError(t, err)
	require.Equal(t, []int{20, 30, 40}, numbers(told))
	_, err = rv.Told(func(Judged) (bool, error) { return false, context.Canceled })
	require.ErrorIs(t, err, context.Canceled)
}

// A ply that wins at once is played in a position that is won in one.
func TestWhatIsSaidOfTheLastPlies(t *testing.T) {
	r := thrownAway(t)
	_, rv := judged(t, "turro", Budget{Nodes: 500, Seed: 1}, r.Outcome().Result, r.Plies()...)
	last := rv.Plies[r.Len()-3:]
	require.Equal(t, "loss 2", last[0].After.String())
	require.Equal(t, "win 2, win 1", last[1].Before.String()+", "+last[1].After.String(), "a turn of two plies")
	require.Equal(t, "win 1, won", last[2].Before.String()+", "+last[2].After.String())
}

// The fit finds the slope by which results were made.
func TestFit(t *testing.T) {
	for _, slope := range []float64{80, 300, 1200} {
		var list []sample
		for score := -2000.0; score <= 2000; score += 10 {
			list = append(list, sample{score, 1 / (1 + math.Exp(-score/slope))})
		}
		got, err := fit(list)
		require.NoError(t, err)
		require.InDelta(t, slope, got, slope/100)
	}
	_, err := fit(nil)
	require.Error(t, err)
	_, err = fit([]sample{{100, 0.5}, {-100, 0.5}})
	require.Error(t, err, "what is always drawn says nothing")

	g, err := rules.Find(all.Games(), "tourrosa")
	require.NoError(t, err)
	m := Match{Game: g, A: Entrant{PVS{}, 200}, B: Entrant{Player: Level(3)}, Opening: 8, Seed: 1}
	f, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 10, f.Games)
	require.Positive(t, f.Slope)
	again, err := m.Fit(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, f, again)
}
