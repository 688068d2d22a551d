package rules_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestWeightsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, worths := range [][]int16{
		{0}, {1, 0, -2, 0, 0, 3}, {math.MinInt16, math.MaxInt16, 0, 0}, make([]int16, 7000),
	} {
		hidden := &rules.HiddenLayer{Inputs: make([]rules.Units, len(worths))}
		hidden.Inputs[0] = rules.NewUnits(&[rules.HiddenUnits]int16{-rules.MostInput, rules.MostInput, -1, 1})
		hidden.Bias = rules.NewUnits(&[rules.HiddenUnits]int16{31: -7})
		hidden.Outputs = [rules.HiddenUnits]int16{-300, 31: 1}
		for _, h := range []*rules.HiddenLayer{nil, hidden} {
			w := &rules.Weights{Recipe: "learned\nby a command\n", Worths: worths, Hidden: h}
			text := w.String()
			require.True(t, strings.HasPrefix(text, "# learned\n# by a command\n"), text)
			got, err := rules.ParseWeights(text, len(worths))
			require.NoError(t, err)
			require.Equal(t, w, got)
		}
	}
	for text, want := range map[string]string{
		"0*3 128 0*159": "the input 128 of a hidden unit is beyond 127",
		"1 2":           "has 2 weights; 3 patterns have as many, or with a hidden layer 163",
		"1 2 x":         `"x" is no weight`,
		"1 2 32768":     `"32768" is no weight`,
		"0*164":         `"0*164" is no number of zeros`,
		"0*-1":          `"0*-1" is no number of zeros`,
	} {
		_, err := rules.ParseWeights(text, 3)
		require.ErrorContains(t, err, want, text)
	}
}

// The sums of hidden units within a word do not disturb each other, and units below zero are silent.
func TestHiddenUnits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 1000 {
		w := &rules.Weights{Hidden: &rules.HiddenLayer{}}
		var patterns []uint16
		sums := [rules.HiddenUnits]int{}
		number := func(most int) int16 { return int16(rng.IntN(2*most+1) - most) }
		var numbers [rules.HiddenUnits]int16
		draw := func() {
			for i := range numbers {
				switch extreme := int16(rules.MostInput - 2*rules.MostInput*(i%2)); round {
				case 0:
					numbers[i] = extreme // the sums go as far as they can
				case 1:
					numbers[i] = -extreme
				default:
					numbers[i] = number(rules.MostInput)
				}
				sums[i] += int(numbers[i])
			}
		}
		draw()
		w.Hidden.Bias = rules.NewUnits(&numbers)
		for n := range rules.MostPatterns {
			draw()
			w.Worths = append(w.Worths, number(1000))
			w.Hidden.Inputs = append(w.Hidden.Inputs, rules.NewUnits(&numbers))
			patterns = append(patterns, uint16(n))
		}
		want, output := 0, 0
		for _, worth := range w.Worths {
			want += int(worth)
		}
		for i := range numbers {
			w.Hidden.Outputs[i] = number(1000)
			output += max(sums[i], 0) * int(w.Hidden.Outputs[i])
		}
		require.Equal(t, want+output/rules.OutputUnit, w.Evaluate(patterns))

		var units rules.Units
		for _, n := range patterns {
			units.Add(&w.Hidden.Inputs[n])
		}
		for _, n := range patterns[1:] {
			units.Sub(&w.Hidden.Inputs[n])
		}
		require.Equal(t, w.Hidden.Inputs[0].Numbers(), units.Numbers())
	}
}
