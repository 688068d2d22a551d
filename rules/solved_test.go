package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"turnpost/rules"
)

func TestValueString(t *testing.T) {
	t.Parallel()
	for v, want := range map[rules.Value]string{
		{}:                   "draw",
		{Sign: +1, Plies: 3}: "win 3",
		{Sign: +1}:           "win 0",
		{Sign: -1, Plies: 2}: "loss 2",
		{Sign: -1}:           "loss 0",
	} {
		assert.Equal(t, want, v.String())
	}
}
