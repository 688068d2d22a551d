package daemon

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server"
)

// The metrics tell of the sending budget: what may be sent, what was, what waits, and
// for how long the smarthost takes nothing.
func TestMetricsShowTheBudget(t *testing.T) {
	h, _ := healthAt(t)
	now := time.Now().Truncate(time.Millisecond)
	h.db.Now = func() time.Time { return now }
	require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		require.NoError(t, err)
		for i, class := range []db.MessageClass{db.ClassGame, db.ClassGame, db.ClassStranger} {
			o := db.Outgoing{Player: p.ID, MessageID: string(rune('a' + i)), Recipient: p.Address, Raw: []byte("x")}
			id, err := tx.EnqueueAs(o, class)
			require.NoError(t, err)
			if i == 0 {
				_, err = tx.MarkSent(id)
				require.NoError(t, err)
			}
		}
		eve, err := tx.AddPlayer("eve@example.org", "eve@example.org", "Eve")
		require.NoError(t, err)
		h.db.Now = func() time.Time { return now.Add(time.Minute) }
		require.NoError(t, tx.Forget(eve, "somebody", 0))
		return tx.SaveAccount(db.SendingAccount{DeferredUntil: now.Add(90 * time.Second), Failures: 1, DeferredAt: now, Status: "5.4.5"})
	}))
	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(h.db, h, server.SendingBudget{Minute: 30, Hour: 100, Day: 500}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`turnpost_sending_limit_letters{span="minute"} 30`, `turnpost_sending_limit_letters{span="hour"} 100`, `turnpost_sending_limit_letters{span="day"} 500`,
		`turnpost_sent_last_day_letters{class="games"} 1`, `turnpost_outbox_letters{class="games"} 1`, `turnpost_outbox_letters{class="strangers"} 1`,
		`turnpost_account_deferred_seconds 30`, `turnpost_forgetting_seconds 60`,
	} {
		require.Contains(t, answer.Body.String(), "\n"+line+"\n")
	}
}
