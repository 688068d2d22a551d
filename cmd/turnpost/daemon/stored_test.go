package daemon

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server"
)

// The stored mail and its bound are metrics, and a note from nine tenths on.
func TestTheStoredMailIsShown(t *testing.T) {
	h, _ := healthAt(t)
	require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte("1"),
			Raw: []byte(strings.Repeat("x", 900))})
		return err
	}))
	for bound, note := range map[int64]string{0: "", 1001: "", 1000: "takes 90 % of its bound (limits.max_stored)", 450: "takes 200 %"} {
		h.maxStored = bound
		notes := h.notes(t.Context())
		require.Equal(t, note != "", len(notes) == 1, notes)
		require.Contains(t, strings.Join(notes, "\n"), note)
		require.NoError(t, h.stuck())
	}
	h.maxStored = 450
	answer := httptest.NewRecorder()
	seeingHandler(newMetrics(h.db, h, server.SendingBudget{}, nil, ""), h, nil).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	require.Contains(t, answer.Body.String(), "\nturnpost_stored_mail_bytes 900\n")
	require.Contains(t, answer.Body.String(), "\nturnpost_stored_mail_limit_bytes 450\n")
}
