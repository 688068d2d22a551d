package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// Told says in one line of ASCII which side won and why.
func TestOutcomeTold(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]rules.Outcome{
		"none":                         {},
		"black won: captured":          {Result: rules.BlackWins, Reason: "captured"},
		"white won: black resigned":    {Result: rules.WhiteWins, Reason: rules.Resigned},
		"black won: white resigned":    {Result: rules.BlackWins, Reason: rules.Resigned},
		"white won: black out of time": {Result: rules.WhiteWins, Reason: rules.OnTime},
		"black won: adjudicated":       {Result: rules.BlackWins, Reason: rules.Adjudicated},
		"void: aborted":                {Reason: rules.Aborted},
		"draw: agreed":                 {Result: rules.Draw, Reason: rules.Agreed},
		"draw: repetition":             {Result: rules.Draw, Reason: rules.Repetition},
	} {
		require.Equal(t, want, o.Summary())
		result, ok := rules.ParseResult(o.Result.String())
		require.True(t, ok)
		require.Equal(t, o.Result, result)
	}
	_, ok := rules.ParseResult("red")
	require.False(t, ok)
}
