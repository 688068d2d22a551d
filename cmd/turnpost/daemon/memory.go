package daemon

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// heapShare is how much of the memory that the machine gives this program is for
	// what Go counts. The rest is SQLite's pages and the program's own, which the
	// collector knows nothing of.
	heapShare = 0.75
	// leastHeap is below which no limit is set: it would hold what the daemon holds
	// anyway, and the collector would do nothing else.
	leastHeap = 64 << 20
)

// SaveMemory makes the collector run before the daemon's data has grown by two
// fifths, and not only when it has doubled: it holds some 30 MB of pictures and
// replayed games, and most of what it makes is a letter's and goes at once. That
// keeps it under 100 MB. The usual 100 takes some 10 % less of the processor's time
// and 20 MB more, and 200 some 15 % less and 60 MB more.
// Where the operator has set GOGC, that decides.
//
// Where a cgroup (of a container or a unit, version 1 or 2) limits the program's memory,
// the collector works harder before the kernel ends the program: unless the operator
// has set GOMEMLIMIT. A limit that is changed meanwhile is noticed within a minute,
// until ctx is done.
func SaveMemory(ctx context.Context, log *slog.Logger) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
	}
	limitHeap(ctx, log, memlimit.FromCgroup)
}

// limitHeap limits what Go takes to its share of a limit.
func limitHeap(ctx context.Context, log *slog.Logger, limit memlimit.Provider) {
	heap, err := memlimit.Set(memlimit.WithProvider(limit), memlimit.WithRatio(heapShare), memlimit.WithMin(leastHeap), memlimit.WithRefreshInterval(ctx, time.Minute))
	if err != nil { // no cgroup, or one that cannot be read: then there is no limit to keep
		log.Debug("the memory that the machine gives is not known", "error", err)
		return
	}
	log.Debug("memory for the heap", "octets", heap)
}
