package server_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
)

// TestTheDatabaseServerIsKilled kills the PostgreSQL server again and again under
// two daemons that play games, and starts it again at once, or when their leases
// are over. The daemons go on by themselves. Of what they were told that it is
// committed nothing is lost, and what they were not told is not done twice.
func TestTheDatabaseServerIsKilled(t *testing.T) {
	t.Parallel()
	server := dbtest.OwnPostgres(t)
	s, _ := newOffice(t)
	s.Database, s.Lease = server.URL, 1500*time.Millisecond
	l := newLoad(t, s, 2, s.person)
	var daemons []*daemon
	for i := range 2 {
		at := l.station
		at.Name = fmt.Sprint("daemon ", i)
		daemons = append(daemons, at.spawn(t, "", 0))
	}
	l.joined(t, len(daemons)) // a database that is away when it is opened ends a daemon, which says so
	l.play(t)
	l.progress(t, 1)
	kills := 4
	if testing.Short() {
		kills = 2
	}
	var recovered time.Duration
	for n := range kills {
		server.Kill()
		if n%2 == 1 {
			time.Sleep(s.Lease)
		}
		server.Start()
		began := time.Now()
		l.progress(t, 2)
		recovered = max(recovered, time.Since(began))
	}
	ledger := l.finish(t)
	for _, d := range daemons {
		d.stop()
	}

	bots, lost, doubled := l.checkPlayed(t, ledger)
	// A message that was sent and could not be noted: who sent it remembers that,
	// unless the other one has taken its work over meanwhile.
	l.stood = kills * len(daemons)
	copies, refused := ledger.checkCopies(t, l, bots)
	require.Zero(t, refused)
	t.Logf("%d kills of the server: %d plies acknowledged, %d lost, %d doubled; %d letters, %d copies (explained); each pair has got two more letters within %v",
		kills, ledger.acknowledged(bots), lost, doubled, len(ledger.out), copies, recovered.Round(time.Millisecond))
}
