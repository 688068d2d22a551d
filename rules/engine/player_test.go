package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/engine"
)

func TestParseEntrant(t *testing.T) {
	for _, text := range []string{"pvs:300", "pvs:300:512", "hand:300", "hand:300:512", "choosy:300", "choosy:300:512", "mcts:1000000", "level:8", "novice", "random"} {
		e, err := engine.ParseContestant(text)
		require.NoError(t, err)
		require.Equal(t, text, e.String())
	}
	for text, want := range map[string]string{
		"":            `there is no player ""; there are pvs:10000`,
		"pvs":         "there is no player",
		"pvs:0":       `"0" is not a whole number from 1`,
		"mcts:x":      "a whole number from 1",
		"random:":     "a whole number from 1",
		"level:10":    "level:1 to level:9",
		"pvs:10:1024": "there is no player",
	} {
		_, err := engine.ParseContestant(text)
		require.ErrorContains(t, err, want, text)
	}
}
