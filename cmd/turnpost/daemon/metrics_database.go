package daemon

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"turnpost/db"
	"turnpost/db/turns"
)

// databaseMetrics count what the daemon waits for at its database: at a server each way
// there and back, at a file the turns of its one writer. The other of the two stays 0.
func databaseMetrics(d *db.DB) []prometheus.Collector {
	waits := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: "turnpost", Name: "database_waits_total",
		Help: "Times that the database's server was waited for; of a file 0.",
	}, func() float64 { return float64(d.Trips()) })
	seconds := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "turnpost", Name: "database_writer_seconds_total",
		Help: "Seconds for which transactions have waited for the one writer of a file, and for which they have held it; of a server 0.",
	}, []string{"part"})
	d.Turns(writer{waited: seconds.WithLabelValues("waited"), held: seconds.WithLabelValues("held")}.hear)
	return []prometheus.Collector{waits, seconds}
}

// writer counts for how long the one writer of a file was waited for and held.
type writer struct{ waited, held prometheus.Counter }

func (w writer) hear(_ context.Context, t turns.Turn) {
	if t.Beside { // it had the disk, and not the writer
		return
	}
	w.waited.Add(t.Began.Sub(t.Asked).Seconds())
	w.held.Add(t.Ended.Sub(t.Began).Seconds())
}
