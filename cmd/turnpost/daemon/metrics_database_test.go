package daemon

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/turns"
	"turnpost/mail/server"
)

// What a daemon waits for at its database: a file's writer, or a server.
func TestMetricsOfTheDatabase(t *testing.T) {
	t.Parallel()
	counted := func(t *testing.T, where string) (waits, held float64) {
		d, err := db.Open(t.Context(), where)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		m := newMetrics(d, &health{db: d, now: time.Now}, server.Budget{}, nil, "")
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			_, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
			return err
		}))
		families, err := m.registry.Gather()
		require.NoError(t, err)
		for _, f := range families {
			for _, c := range f.GetMetric() {
				switch {
				case f.GetName() == "turnpost_database_waits_total":
					waits = c.GetCounter().GetValue()
				case f.GetName() == "turnpost_database_writer_seconds_total" && c.GetLabel()[0].GetValue() == "held":
					held = c.GetCounter().GetValue()
				}
			}
		}
		return waits, held
	}
	t.Run("file", func(t *testing.T) {
		waits, held := counted(t, filepath.Join(dbtest.Dir(t), "turnpost.db"))
		require.Zero(t, waits)
		require.Positive(t, held)
	})
	t.Run("server", func(t *testing.T) {
		waits, held := counted(t, dbtest.Postgres(t))
		require.Positive(t, waits)
		require.Zero(t, held)
	})
}

// A turn is waited for and then held; what goes on beside the writer is neither.
func TestTheWriterIsCounted(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	counter := func(name string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: name})
		registry.MustRegister(c)
		return c
	}
	w := writer{waited: counter("waited"), held: counter("held")}
	asked := time.Now()
	turn := turns.Turn{Asked: asked, Began: asked.Add(2 * time.Second), Ended: asked.Add(5 * time.Second)}
	w.hear(t.Context(), turn)
	turn.Beside = true
	w.hear(t.Context(), turn)
	families, err := registry.Gather()
	require.NoError(t, err)
	values := map[string]float64{}
	for _, f := range families {
		values[f.GetName()] = f.GetMetric()[0].GetCounter().GetValue()
	}
	require.Equal(t, map[string]float64{"waited": 2, "held": 3}, values)
}
