package engine

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// exactly makes judgements of alternating plies from pairs of exact prospects before and after
// each: "=" is a draw, "+" a win and "-" a loss for the side that plays.
func exactly(pairs ...string) (all []JudgedPly) {
	value := map[byte]int{'+': 1, '=': 0, '-': -1}
	for n, p := range pairs {
		side := []rules.Side{rules.Black, rules.White}[n%2]
		prospect := func(at byte) Prospect { return Prospect{Exact: true, Value: rules.Value{Sign: value[at]}} }
		all = append(all, JudgedPly{Ply: n + 1, Side: side, Before: prospect(p[0]), After: prospect(p[1])})
	}
	return all
}

// chances makes judgements from pairs of chances in percent.
func chances(pairs ...[2]float64) (all []JudgedPly) {
	for n, p := range pairs {
		side := []rules.Side{rules.Black, rules.White}[n%2]
		prospect := func(c float64) Prospect {
			return Prospect{Score: int(math.Round(1000 * math.Log(c/(100-c)))), slope: 1000}
		}
		all = append(all, JudgedPly{Ply: n + 1, Side: side, Before: prospect(p[0]), After: prospect(p[1])})
	}
	return all
}

func numbers(list []JudgedPly) (plies []int) {
	for _, j := range list {
		plies = append(plies, j.Ply)
	}
	return plies
}

// The ply that fixed the result comes first, whatever others cost, and then the dearest; none is left
// out because it is close to another.
func TestWhatTurnedAGame(t *testing.T) {
	still := [2]float64{50, 50}
	for name, tt := range map[string]struct {
		plies  []JudgedPly
		result rules.Result
		want   []int
	}{
		"one blunder":                     {exactly("==", "==", "=-", "++", "--"), rules.WhiteWins, []int{3}},
		"give and give back":              {exactly("=-", "+=", "=-", "+=", "=-", "++", "--"), rules.WhiteWins, []int{5, 4, 3, 2, 1}},
		"four equal ones in a row":        {exactly("=-", "+=", "=-", "+="), rules.Draw, []int{4, 3, 2, 1}},
		"the last, not the dearest":       {exactly("+-", "+=", "==", "==", "==", "==", "=-", "++"), rules.WhiteWins, []int{7, 1, 2}},
		"of equal ones the later":         {exactly("=-", "+=", "==", "==", "=-", "+=", "==", "==", "==", "==", "=-"), rules.WhiteWins, []int{11, 6, 5, 2, 1}},
		"a win that was given away":       {exactly("==", "=-", "+=", "==", "==", "==", "=-", "+=", "=="), rules.Draw, []int{8, 7, 3, 2}},
		"nobody has given a win away":     {exactly("==", "==", "=="), rules.Draw, nil},
		"a game that was not lost there":  {exactly("=-", "+=", "==", "=="), rules.WhiteWins, []int{2, 1}},
		"lost long before":                {chances(still, still, [2]float64{50, 20}, [2]float64{80, 80}, [2]float64{20, 20}, [2]float64{80, 80}, [2]float64{20, 5}), rules.WhiteWins, []int{3, 7}},
		"the winner's great loss is less": {chances([2]float64{60, 48}, still, still, [2]float64{55, 10}, [2]float64{90, 50}, still, [2]float64{50, 38}, [2]float64{62, 62}), rules.WhiteWins, []int{7, 4, 5, 1}},
		"a slight one":                    {chances(still, [2]float64{50, 41}, still, [2]float64{50, 42}), rules.BlackWins, []int{2}},
		"a slight one of the winner":      {chances(still, [2]float64{50, 41}), rules.WhiteWins, nil},
		"too slight":                      {chances(still, [2]float64{50, 44}), rules.BlackWins, nil},
	} {
		require.Equal(t, tt.want, numbers(turned(tt.plies, tt.result)), name)
	}
}

// Told replaces plies that are kept back by the next important ones.
func TestWhatIsKeptBackGivesWay(t *testing.T) {
	rv := Review{Turned: []JudgedPly{{Ply: 40}, {Ply: 10}, {Ply: 30}, {Ply: 20}, {Ply: 50}}}
	told, err := rv.Told(func(j JudgedPly) (bool, error) { return j.Ply == 10, nil })
	require.NoError(t, err)
	require.Equal(t, []int{20, 30, 40}, numbers(told))
	_, err = rv.Told(func(JudgedPly) (bool, error) { return false, context.Canceled })
	require.ErrorIs(t, err, context.Canceled)
}
