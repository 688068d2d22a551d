package daemon

import (
	"database/sql"
	"errors"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// healthAt is a health on a new database, whose clock the test turns.
func healthAt(t *testing.T) (h *health, pass func(time.Duration)) {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	h = newHealth(d, time.Minute)
	now := time.Now()
	h.now = func() time.Time { return now }
	return h, func(span time.Duration) { now = now.Add(span) }
}

func TestReady(t *testing.T) {
	h, pass := healthAt(t)
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet")
	h.observe(handler.Observation{What: server.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(5*time.Minute + time.Second)
	require.EqualError(t, h.ready(t.Context()), "the mailbox was last read 5m1s ago")
	h.observe(handler.Observation{What: server.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(time.Hour)
	h.observe(handler.Observation{What: server.Polled})
	for _, loop := range []string{"collect", "play", "clockwork", "robots", "slow robots", "post-mortems"} {
		h.observe(handler.Observation{What: server.Pulse, Label: loop})
	}
	require.EqualError(t, h.stuck(), `the loop "deliver" has not completed a round for 1h5m1s`)
	require.EqualError(t, h.ready(t.Context()), h.stuck().Error())
	h.observe(handler.Observation{What: server.Pulse, Label: "deliver"})
	require.NoError(t, h.stuck())
}

// Messages that wait for an SMTP server that answers nothing are told of after two
// minutes, whatever else goes well; those to which it answered are not.
func TestReadyWhileTheSmarthostIsSilent(t *testing.T) {
	h, pass := healthAt(t)
	h.db.Now = h.now
	told := func() error {
		h.observe(handler.Observation{What: server.Polled})
		return h.ready(t.Context())
	}
	require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error {
		ada, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		require.NoError(t, err)
		_, err = tx.EnqueueAs(db.Outgoing{Player: ada.ID, Kind: "turn", MessageID: "1", Recipient: "ada@example.org", Raw: []byte("x")}, db.ClassGame)
		return err
	}))
	h.observe(handler.Observation{What: server.SmarthostAnswered})
	pass(3 * time.Minute)
	require.NoError(t, told(), "it was put off, perhaps")
	h.observe(handler.Observation{What: server.SmarthostSilent})
	require.EqualError(t, told(), "the SMTP server has not answered for 3m0s; 1 messages wait, the oldest for 3m0s")
	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(h.db, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	require.Contains(t, answer.Body.String(), "\nturnpost_smarthost_silent_seconds 180\n")
	h.observe(handler.Observation{What: server.SmarthostAnswered})
	require.NoError(t, told())
	h.observe(handler.Observation{What: server.SmarthostSilent})
	pass(2 * time.Minute)
	require.NoError(t, told(), "a minute that it does not answer is no trouble yet")
	pass(time.Second)
	require.Error(t, told())
	require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error { _, err := tx.MarkSent(1); return err }))
	require.NoError(t, told(), "another daemon sends")
}

// A daemon whose mailbox another one reads is ready, for as long as it sees that.
func TestReadyWhileStandingBy(t *testing.T) {
	h, pass := healthAt(t)
	stand := handler.Observation{What: server.StandingBy, Label: server.LeadMailbox}
	h.observe(handler.Observation{What: server.StandingBy, Label: server.LeadSchedule})
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet", "that is another leadership")
	h.observe(stand)
	require.NoError(t, h.ready(t.Context()))
	metrics := func() string {
		answer := httptest.NewRecorder()
		seeingHandler(newMetrics(h.db, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		return answer.Body.String()
	}
	require.NotContains(t, metrics(), "turnpost_last_poll_timestamp_seconds", "no alert for a server that reads no mailbox")
	require.Contains(t, metrics(), "turnpost_leader{duty=\"mailbox\"} 0\n")
	pass(5*time.Minute + time.Second)
	require.EqualError(t, h.ready(t.Context()), "the server that reads the mailbox was last seen 5m1s ago")
	h.observe(handler.Observation{What: server.Leading, Label: server.LeadMailbox})
	require.EqualError(t, h.ready(t.Context()), "the mailbox has not been read yet")
	require.Contains(t, metrics(), "turnpost_leader{duty=\"mailbox\"} 1\n")
	require.Contains(t, metrics(), "turnpost_last_poll_timestamp_seconds 0\n")
	h.observe(handler.Observation{What: server.Polled})
	require.NoError(t, h.ready(t.Context()))
	pass(time.Minute)
	h.observe(stand) // it was taken for dead
	require.NoError(t, h.ready(t.Context()))
}

// Somebody else holds the database for writing, as a backup that is stuck would: that is
// While another program locks the database, /readyz says so and does not wait for the lock.
func TestADatabaseThatIsLocked(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	defer d.Close()
	h := newHealth(d, time.Minute)
	h.observe(handler.Observation{What: server.Polled})
	other, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate")
	require.NoError(t, err)
	defer other.Close()
	held, err := other.Begin()
	require.NoError(t, err)
	require.ErrorContains(t, h.ready(t.Context()), "the database has taken no write for ")
	require.NoError(t, held.Rollback())
	require.Eventually(t, func() bool { return h.ready(t.Context()) == nil }, 2*time.Minute, 10*time.Millisecond)
}

// The database is closed under whoever asks, as when its server goes.
func TestADatabaseThatCannotBeWritten(t *testing.T) {
	h, pass := healthAt(t)
	h.observe(handler.Observation{What: server.Polled})
	require.NoError(t, h.writable(t.Context()))
	require.NoError(t, h.db.Close())
	require.NoError(t, h.writable(t.Context()), "the last answer is good for a moment")
	pass(probeAge)
	require.ErrorContains(t, h.writable(t.Context()), "the database cannot be written: ")

	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(h.db, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	require.Equal(t, 200, answer.Code)
	require.Contains(t, answer.Body.String(), "\nturnpost_database_up 0\n", "the rest is still told")
	require.NotContains(t, answer.Body.String(), "turnpost_queue_letters")
}

// Somebody has moved the file of the database under the daemon.
func TestADatabaseThatWasMoved(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	defer d.Close()
	now := time.Now()
	h := newHealth(d, time.Minute)
	h.now = func() time.Time { return now }
	require.NoError(t, h.writable(t.Context()))
	require.NoError(t, os.Rename(path, path+".old"))
	now = now.Add(probeAge)
	require.ErrorContains(t, h.writable(t.Context()), "is not "+path+" any more")
	require.NoError(t, os.WriteFile(path, nil, 0o600), "another is no better")
	now = now.Add(probeAge)
	require.Error(t, h.writable(t.Context()))
	require.NoError(t, os.Rename(path+".old", path))
	now = now.Add(probeAge)
	require.NoError(t, h.writable(t.Context()))
}

// What 'turnpost health' and containers ask.
func TestReadyOverHTTP(t *testing.T) {
	h, _ := healthAt(t)
	ask := func(path string) (int, string) {
		answer := httptest.NewRecorder()
		seeingHandler(newMetrics(h.db, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		return answer.Code, answer.Body.String()
	}
	status, says := ask("/readyz")
	require.Equal(t, 503, status)
	require.Equal(t, "the mailbox has not been read yet\n", says)
	h.observe(handler.Observation{What: server.Polled})
	status, says = ask("/readyz")
	require.Equal(t, 200, status)
	require.Equal(t, "ok\n", says)
	require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(
			tx.Exec(`INSERT INTO leavings (player, what, begun_at, failures) SELECT 1, 'stop', 1, 3`),
			tx.Exec(`INSERT INTO inbox (mailbox, cursor, message_id, digest, standing, size, state, arrived_at, holder) VALUES ('m', '1', 'a@b', x'00', 0, 1, 'new', ?, -1)`,
				tx.Now.Add(-time.Hour).UnixMilli()))
	}))
	status, says = ask("/readyz")
	require.Equal(t, 200, status, "a restart helps nobody")
	require.Contains(t, says, "cannot, because their games could not be ended (the log says why): 1; messages that wait for it: 1, the oldest for 1h")
}

// The loops of a daemon go round under the names that health knows, and once it
// has read its mailbox it is ready.
func TestEveryLoopHasPatience(t *testing.T) {
	s := startDaemon(t, config.HTTP{})
	for loop := range s.health.patience {
		s.told.await(t, server.Pulse, loop)
	}
	s.told.await(t, server.Polled, "")
	require.NoError(t, s.health.ready(t.Context()))
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	require.Len(t, s.health.pulses, len(s.health.patience), "a loop of another name")
}
