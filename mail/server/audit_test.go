package server_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server/servertest"
)

// What operators did is erased by the clockwork when it has been kept long enough, looked
// for once a day; with 0 never.
func TestOldActsOfOperatorsAreErased(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	w := servertest.New(t)
	begun := w.Now
	acts := func() (n int) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			all, err := tx.ListAudit(-1)
			n = len(all)
			return err
		}))
		return n
	}
	at := func(after time.Duration) int {
		w.Now = begun.Add(after)
		w.Tick()
		return acts()
	}
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		for range 250 { // more than one batch
			if err := tx.NoteAudit(db.AuditEntry{Operator: "root", Act: "player block", Subject: 1}); err != nil {
				return err
			}
		}
		return tx.NoteAudit(db.AuditEntry{Operator: "root", Act: "game extend", Subject: 1, Detail: "black by 24h0m0s"})
	}))
	w.Server.Retention.Audit = 0
	require.Equal(t, 251, at(500*day), "0 keeps all for ever")
	w.Server.Retention.Audit = 600 * day
	require.Equal(t, 251, at(600*day), "not older than that")
	require.Equal(t, 251, at(601*day-time.Hour), "it was looked for less than a day ago")
	require.Equal(t, 1, at(601*day), "what was given to a clock stays")
}
