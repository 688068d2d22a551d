package daemon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/server"
)

// The time for which a connection that writes is held is counted.
func TestMetricsOfTheDatabase(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	m := newMetrics(d, newHealth(d, 0), server.SendingBudget{}, nil, "")
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		return err
	}))
	families, err := m.registry.Gather()
	require.NoError(t, err)
	spent := map[string]float64{}
	for _, f := range families {
		if f.GetName() == "turnpost_database_writer_seconds_total" {
			for _, c := range f.GetMetric() {
				spent[c.GetLabel()[0].GetValue()] = c.GetCounter().GetValue()
			}
		}
	}
	require.Positive(t, spent["held"])
	require.Contains(t, spent, "waited")
}
