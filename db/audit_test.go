package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// testAudit: what operators did is erased when it is old, the oldest first, and never what
// they gave to a clock, nor where the database was saved; one that seems to be of the
// future keeps nothing else.
func testAudit(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	at := func(span time.Duration) { d.Now = func() time.Time { return start.Add(span) } }
	note := func(acts ...string) {
		change(t, d, func(tx *db.Tx) {
			for _, act := range acts {
				require.NoError(t, tx.NoteAudit(db.AuditEntry{Operator: "root", Act: act, Subject: 1}))
			}
		})
	}
	const day = 24 * time.Hour
	before := start.Add(day)
	at(1000 * day)
	note("ahead")
	at(0)
	note("game extend", "game abort", "player block", "schema saved", "game extend", "pauses end")
	at(day)
	note("announce")
	at(500 * day)
	var acts []string
	for due := true; due; {
		change(t, d, func(tx *db.Tx) {
			var err error
			due, err = tx.AuditDue(before)
			require.NoError(t, err)
			require.NoError(t, tx.EraseAudit(before, 3))
			left, err := tx.ListAudit(-1)
			require.NoError(t, err)
			acts = nil
			for _, a := range left {
				acts = append(acts, a.Act)
			}
		})
	}
	require.Equal(t, []string{"announce", "game extend", "schema saved", "game extend", "ahead"}, acts)
	change(t, d, func(tx *db.Tx) {
		due, err := tx.AuditDue(time.Time{})
		require.NoError(t, err)
		require.False(t, due, "nothing is older than that")
	})
}
