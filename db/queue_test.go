package db_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

func TestQueues(t *testing.T) {
	skiptest.Sequential(t)
	d := open(t, dbtest.File(t, "turnpost.db"))
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	queues := func() (q db.QueueSizes) {
		require.NoError(t, d.View(context.Background(), func(tx *db.Tx) (err error) { q, err = tx.Queues(); return err }))
		return q
	}
	update := func(f func(*db.Tx) error) {
		require.NoError(t, d.Update(context.Background(), f))
		now = now.Add(time.Hour)
	}
	require.Equal(t, db.QueueSizes{}, queues())
	first := now
	for i := range 3 {
		update(func(tx *db.Tx) error {
			_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: string(rune('a' + i)), MessageID: "x", Digest: []byte{byte(i)}, Raw: []byte("x")})
			return err
		})
	}
	var player db.Player
	update(func(tx *db.Tx) (err error) {
		player, err = tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		return err
	})
	written := now
	for i := range 2 {
		update(func(tx *db.Tx) error {
			_, err := tx.EnqueueAs(db.Outgoing{Player: player.ID, Kind: "k", MessageID: string(rune('a' + i)), Raw: []byte("x")}, db.ClassGame)
			return err
		})
	}
	require.Equal(t, db.QueueSizes{In: 3, Out: 2, OldestIn: first, OldestOut: written}, queues())

	update(func(tx *db.Tx) error { return tx.Settle(1, db.IncomingDone, "") })
	update(func(tx *db.Tx) error { _, err := tx.MarkSent(1); return err })
	require.Equal(t, db.QueueSizes{In: 2, Out: 1, OldestIn: first.Add(time.Hour), OldestOut: written.Add(time.Hour)}, queues())
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) error {
		in, err := tx.Incoming(2)
		require.Equal(t, first.Add(time.Hour), in.ArrivedAt)
		return err
	}))
}

// Touch really writes: the log of the database grows by it, as it does not by a transaction that writes nothing.
func TestTouch(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	d := open(t, path)
	size := func() int64 {
		info, err := os.Stat(path + "-wal")
		require.NoError(t, err)
		return info.Size()
	}
	before := size()
	require.NoError(t, d.Update(t.Context(), func(*db.Tx) error { return nil }))
	require.Equal(t, before, size())
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error { return tx.Touch() }))
	require.Greater(t, size(), before)
	require.Error(t, d.View(context.Background(), func(tx *db.Tx) error { return tx.Touch() }), "a view cannot write")
}
