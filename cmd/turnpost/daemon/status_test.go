package daemon

import (
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// The page for people says whether the server works, what waits and what may be sent.
func TestStatusPage(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	h := newHealth(d, time.Minute)
	now := time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)
	h.now = func() time.Time { return now }
	h.observe(handler.Observation{What: server.Polled})
	h.observe(handler.Observation{What: handler.KindIncoming, Label: "done"})
	page := func() string {
		answer := httptest.NewRecorder()
		m := newMetrics(d, h, server.SendingBudget{}, nil, "")
		seeingHandler(m, h, statusHandler(h, server.SendingBudget{Day: 500}, "turnpost v1 <x>")).
			ServeHTTP(answer, httptest.NewRequest("GET", "/status", nil))
		require.Equal(t, 200, answer.Code)
		require.Contains(t, answer.Header().Get("Content-Security-Policy"), "default-src 'none'")
		return answer.Body.String()
	}
	got := page()
	for _, want := range []string{"turnpost v1 &lt;x&gt;", "last mail in</th><td>2026-11-27 09:00:00 UTC", "last mail out</th><td>not since the start",
		"waiting, games</th><td>0", "sent in the last day</th><td>0, of 500", "sent in the last hour</th><td>0, no limit"} {
		require.Contains(t, got, want)
	}
	h.miss("the SMTP server", errors.New("refused"))
	require.Contains(t, page(), "It does not work: ")

	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(d, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/status", nil))
	require.Equal(t, 404, answer.Code, "it is off by default")
}
