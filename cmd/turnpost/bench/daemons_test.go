package bench

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/rules/all"
)

var (
	plies   = flag.Int("plies", 16, "how many plies TestDaemons plays by so many daemons")
	network = flag.Duration("network", time.Millisecond, "how far away the server is in TestDaemons, then")
)

// Several daemons play on one database; what the figures are is not judged here.
//
//	go test ./cmd/turnpost/bench -run TestDaemons -v -plies 1000
func TestDaemons(t *testing.T) {
	b := &Bench{Games: all.Games(), Version: "test"}
	tables, err := b.Daemons(t.Context(), Daemons{URL: dbtest.Postgres(t), Letters: *plies, Pairs: min(40, *plies/2), Network: []time.Duration{*network}})
	require.NoError(t, err)
	require.Len(t, tables, 1)
	require.Len(t, tables[0].rows, 7)
	require.NoError(t, Print(t.Output(), tables...))
}
