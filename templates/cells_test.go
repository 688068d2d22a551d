package templates

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Rows of a column are said in short, with the gaps where they are few.
func TestRanges(t *testing.T) {
	t.Parallel()
	upTo := func(most int, but ...int) (out []int) {
		gaps := map[int]bool{}
		for _, n := range but {
			gaps[n] = true
		}
		for n := most; n >= 1; n-- { // in any order
			if !gaps[n] {
				out = append(out, n)
			}
		}
		return out
	}
	for want, numbers := range map[string][]int{
		"1-11":             upTo(11),
		"1-11 but 4":       upTo(11, 4),
		"1-11 but 4, 9":    upTo(11, 4, 9),
		"1-13 but 3, 5, 7": upTo(13, 3, 5, 7),
		"2-11":             upTo(11, 1),
		"1-10":             upTo(11, 11),
		"7":                {7},
		"1, 11":            {11, 1},
		"2-3":              {2, 3},
		"1-2, 10-11":       {1, 2, 10, 11},
		"1-13 but 5-6":     upTo(13, 5, 6),
		"1-3 but 2":        {1, 3},
		"3-9 but 4":        upTo(9, 1, 2, 4),
		"2-12 but 6-8":     upTo(12, 1, 6, 7, 8),
		"1, 3, 5, 7-8":     upTo(8, 2, 4, 6),
		"1-9 but 2, 8":     upTo(9, 2, 8),
		"4-5, 9":           {9, 4, 5},
	} {
		require.Equal(t, want, ranges(numbers, "but"))
	}
}
