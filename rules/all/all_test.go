package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// TestANameCallsOneGame: whatever a game answers to, no other does.
func TestANameCallsOneGame(t *testing.T) {
	games := all.Games()
	require.NotEmpty(t, games)
	for _, g := range games {
		for _, name := range append([]string{g.Name, g.Title}, g.Aliases...) {
			for _, other := range games {
				_, err := rules.Find([]rules.Game{other}, name)
				require.Equal(t, other.Name == g.Name, err == nil, "%q calls %s", name, other.Name)
			}
		}
	}
}
