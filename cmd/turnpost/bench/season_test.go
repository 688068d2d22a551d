package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/rules/all"
)

// A season begins on both engines, with one transaction a division, or it is an error; what
// the figures are is not judged here.
func TestSeason(t *testing.T) {
	b := &Bench{Games: all.Games(), Version: "test"}
	tables, err := b.Season(t.Context(), Season{URL: dbtest.Postgres(t), Game: "turro", Players: 10})
	require.NoError(t, err)
	require.Len(t, tables[0].rows, 2)
	for _, row := range tables[0].rows {
		require.Equal(t, []string{"2", "40", "10"}, row[1:4], "each pair of five twice")
	}
	require.NoError(t, Print(t.Output(), tables...))
}
