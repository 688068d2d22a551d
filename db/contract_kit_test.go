package db_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func change(t *testing.T, d *db.DB, f func(*db.Tx)) {
	t.Helper()
	require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error { f(tx); return nil }))
}

func player(t *testing.T, tx *db.Tx, name string) db.Player {
	t.Helper()
	p, err := tx.AddPlayer(name+"@example.org", name+"@example.org", name)
	require.NoError(t, err)
	return p
}

func invite(t *testing.T, tx *db.Tx) (db.Player, db.Player, db.Invitation) {
	t.Helper()
	ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
	i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: ada.ID, Invitee: bob.ID, Side: db.White, Pace: "3d+1d/7d", ExpiresAt: tx.Now.Add(time.Hour)},
		func(id int64) string { return fmt.Sprintf("Tug #%d", id) })
	require.NoError(t, err)
	return ada, bob, i
}

func enqueue(t *testing.T, tx *db.Tx, p db.Player, thread int64, id string) int64 {
	t.Helper()
	n, err := tx.EnqueueAs(db.Outgoing{Player: p.ID, Thread: thread, Kind: "turn", MessageID: id, Sender: "s", Recipient: p.Address, Raw: []byte(id)}, db.ClassGame)
	require.NoError(t, err)
	return n
}

func markSent(t testing.TB, tx *db.Tx, id int64) {
	t.Helper()
	_, err := tx.MarkSent(id)
	require.NoError(t, err)
}
