package daemon

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"runtime/debug"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/stretchr/testify/require"
)

// The heap keeps below what the machine gives, but below no limit at which the
// collector would do nothing else; and whoever sets GOMEMLIMIT decides.
func TestHeapKeepsBelowTheMachinesLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	log := slog.New(slog.DiscardHandler)
	set := func(limit memlimit.Provider) int64 {
		debug.SetMemoryLimit(math.MaxInt64)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		limitHeap(ctx, log, limit)
		return debug.SetMemoryLimit(-1)
	}
	require.EqualValues(t, 384<<20, set(memlimit.Limit(512<<20)))
	require.EqualValues(t, leastHeap, set(memlimit.Limit(64<<20)))
	require.EqualValues(t, math.MaxInt64, set(func() (uint64, error) { return 0, memlimit.ErrNoLimit }))
	require.EqualValues(t, math.MaxInt64, set(func() (uint64, error) { return 0, errors.New("no cgroup") }))
	t.Setenv("GOMEMLIMIT", "100MiB")
	require.EqualValues(t, math.MaxInt64, set(memlimit.Limit(512<<20)), "the runtime has read it already")
}
