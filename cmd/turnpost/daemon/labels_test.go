package daemon

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// TestEveryCounterBegins: the counter of each label exists from the start, so that its
// first increase shows as one.
func TestEveryCounterBegins(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	m := newMetrics(d, newHealth(d, 0), server.SendingBudget{}, nil, "")
	begun := series(t, m)
	for kind, labels := range map[handler.ObservationKind][]string{
		handler.KindIncoming:   handler.Outcomes(),
		handler.KindSuppressed: handler.Signs(),
		handler.KindRestrained: handler.Restraints(),
		handler.KindBounced:    handler.Severities(),
		server.Failed:          server.Loops(),
	} {
		require.NotEmpty(t, labels)
		for _, label := range labels {
			m.observe(handler.Observation{What: kind, Label: label})
		}
	}
	require.Equal(t, begun, series(t, m))
	m.observe(handler.Observation{What: server.Failed, Label: "another"})
	require.Len(t, series(t, m), len(begun)+1, "an unknown label adds a counter")
}

// series are the labelled counters of the metrics, sorted.
func series(t *testing.T, m *metrics) (names []string) {
	t.Helper()
	families, err := m.registry.Gather()
	require.NoError(t, err)
	for _, f := range families {
		for _, c := range f.GetMetric() {
			if c.GetCounter() != nil && strings.HasPrefix(f.GetName(), "turnpost_") {
				name := f.GetName()
				for _, l := range c.GetLabel() {
					name += " " + l.GetValue()
				}
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
