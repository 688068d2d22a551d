package rules_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestWeightsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, worths := range [][]int16{
		{0}, {1, 0, -2, 0, 0, 3}, {math.MinInt16, math.MaxInt16, 0, 0}, make([]int16, 70000),
	} {
		w := rules.PatternWeights{Recipe: "learned\nby a command\n", Worths: worths}
		text := w.String()
		require.True(t, strings.HasPrefix(text, "# learned\n# by a command\n"), text)
		got, err := rules.ParseWeights(text, len(worths))
		require.NoError(t, err)
		require.Equal(t, w, got)
	}
	for text, want := range map[string]string{
		"1 2":       "the worths of 2 patterns, and there are 3",
		"1 2 x":     `"x" is no worth`,
		"1 2 32768": `"32768" is no worth`,
		"0*4":       `"0*4" is no number of zeros`,
		"0*-1":      `"0*-1" is no number of zeros`,
	} {
		_, err := rules.ParseWeights(text, 3)
		require.ErrorContains(t, err, want, text)
	}
}
