package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// An entry is used only where its bound decides, for the same state and no greater depth, and a win
// counts from the state.
func TestTable(t *testing.T) {
	const depth, alpha, beta = 3, -10, 10
	for _, c := range []struct {
		stored               int
		alpha, beta          int // of the look-up
		depth, ply, storedAt int
		want                 int
		found                bool
		name                 string
	}{
		{stored: 5, alpha: -100, beta: 100, depth: 3, want: 5, found: true, name: "exact"},
		{stored: 5, alpha: -100, beta: 100, depth: 2, want: 5, found: true, name: "deeper than needed"},
		{stored: 5, alpha: -100, beta: 100, depth: 4, name: "not deep enough"},
		{stored: 10, alpha: -100, beta: 10, depth: 3, want: 10, found: true, name: "a lower bound that is enough"},
		{stored: 10, alpha: -100, beta: 11, depth: 3, name: "a lower bound that is not"},
		{stored: -10, alpha: -10, beta: 100, depth: 3, want: -10, found: true, name: "an upper bound that is enough"},
		{stored: -10, alpha: -11, beta: 100, depth: 3, name: "an upper bound that is not"},
		{stored: Won - 7, storedAt: 4, alpha: Won - 20, beta: Won - 10, ply: 6, depth: 3, want: Won - 9, found: true, name: "a win, two plies later"},
		{stored: -Won + 7, storedAt: 4, alpha: -Won + 10, beta: -Won + 20, ply: 6, depth: 3, want: -Won + 9, found: true, name: "a loss, two plies later"},
	} {
		table := newTable(4, 0)
		table.store(99, rules.NewPlyNumber(7, 0), depth, c.stored, alpha, beta, c.storedAt)
		e, ok := table.find(99)
		require.True(t, ok, c.name)
		require.Equal(t, uint32(7), e.ply.Number(), c.name)
		score, found := e.cut(c.depth, c.alpha, c.beta, c.ply)
		require.Equal(t, c.found, found, c.name)
		if found {
			require.Equal(t, c.want, score, c.name)
		}
		_, ok = table.find(99 + 16)
		require.False(t, ok, "another state in the same slot")
		_, ok = table.find(0)
		require.False(t, ok, "an empty slot")
	}
}
