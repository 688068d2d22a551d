package daemon

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"turnpost/db"
)

// databaseMetrics measure how long write transactions have waited for a connection, and held
// it. SQLite has one such connection.
func databaseMetrics(d *db.DB) (all []prometheus.Collector) {
	for part, spent := range map[string]func() time.Duration{
		"waited": func() time.Duration { waited, _ := d.WriteTime(); return waited },
		"held":   func() time.Duration { _, held := d.WriteTime(); return held },
	} {
		all = append(all, prometheus.NewCounterFunc(prometheus.CounterOpts{
			Namespace: "turnpost", Name: "database_writer_seconds_total",
			Help:        "Seconds for which write transactions have waited for a connection, and held it.",
			ConstLabels: prometheus.Labels{"part": part},
		}, func() float64 { return spent().Seconds() }))
	}
	return all
}
