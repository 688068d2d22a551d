package daemon

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/server"
	"turnpost/rules/all"
)

// Two daemons at one mailbox: the second stands by, is ready and alive meanwhile,
// and takes over.
func TestAStandby(t *testing.T) {
	t.Parallel()
	where := dbtest.Postgres(t)
	loaded := officeConfig(t, openOffice(t), where)
	start := func() (d *Daemon, stop func()) {
		d, err := New(t.Context(), loaded, all.Games(), "", slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		stopped := false
		stop = func() {
			if cancel(); !stopped {
				stopped = true
				require.NoError(t, <-ended)
				require.NoError(t, d.Close())
			}
		}
		t.Cleanup(stop)
		return d, stop
	}
	holds := func(d *Daemon, duty string) func() bool { return func() bool { return d.health.held()[duty] } }
	ready := func(d *Daemon) func() bool { return func() bool { return d.health.ready(t.Context()) == nil } }
	const soon, often = 20 * time.Second, 10 * time.Millisecond

	first, stop := start()
	require.Eventually(t, holds(first, server.LeadMailbox), soon, often)
	require.Eventually(t, holds(first, server.LeadSchedule), soon, often)
	second, _ := start()
	require.Eventually(t, ready(second), soon, often)
	require.True(t, second.health.lastPoll().IsZero())
	require.False(t, holds(second, server.LeadMailbox)())
	require.False(t, holds(second, server.LeadSchedule)())
	for range 2 { // the watchdog hears of each round
		before := time.Now()
		require.Eventually(t, func() bool {
			second.health.mu.Lock()
			defer second.health.mu.Unlock()
			return second.health.pulses["collect"].After(before) && second.health.pulses["clockwork"].After(before)
		}, soon, often)
	}
	require.NoError(t, first.DB.View(t.Context(), func(tx *db.Tx) error {
		living, err := tx.Living()
		require.NoError(t, err)
		require.Len(t, living, 2)
		for _, l := range living {
			require.Equal(t, processName(), l.Name)
		}
		leaderships, err := tx.Leaderships()
		require.Len(t, leaderships, 4)
		require.Equal(t, leaderships[0].Leader, leaderships[1].Leader)
		return err
	}))

	stop()
	require.Eventually(t, holds(second, server.LeadMailbox), soon, often)
	require.Eventually(t, holds(second, server.LeadSchedule), soon, often)
	require.Eventually(t, ready(second), soon, often)
	require.False(t, second.health.lastPoll().IsZero())
}
