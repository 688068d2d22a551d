package dbtest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func post(t *testing.T, tx *db.Tx, p db.Player, thread int64, id string) int64 {
	t.Helper()
	n, err := tx.Post(db.Outgoing{Player: p.ID, Thread: thread, Kind: "turn", MessageID: id, Sender: "s", Recipient: p.Address, Raw: []byte(id)})
	require.NoError(t, err)
	return n
}

func testOutbox(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var ada, bob db.Player
	update(t, d, func(tx *db.Tx) {
		due, err := tx.Due()
		require.NoError(t, err)
		require.False(t, due)
		ada, bob = player(t, tx, "ada"), player(t, tx, "bob")
		post(t, tx, ada, 1, "a1")
		post(t, tx, ada, 1, "a2")
		post(t, tx, bob, 1, "b1")
		post(t, tx, ada, 2, "a3")
	})
	claim := func() (string, int64) {
		var o db.Outgoing
		err := d.Update(context.Background(), func(tx *db.Tx) (err error) { o, err = tx.Claim(0, time.Minute); return err })
		if errors.Is(err, db.ErrNotFound) {
			return "", 0
		}
		require.NoError(t, err)
		return o.MessageID, o.ID
	}
	first, id := claim()
	require.Equal(t, "a1", first)
	second, _ := claim()
	require.Equal(t, "b1", second, "a2 waits for a1 of the same thread")
	third, _ := claim()
	require.Equal(t, "a3", third, "another thread does not wait")
	none, _ := claim()
	require.Empty(t, none, "leased letters are nobody else's")

	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(id, now.Add(5*time.Minute), "later")) })
	none, _ = claim()
	require.Empty(t, none, "a2 waits for a1 to be tried again")
	update(t, d, func(tx *db.Tx) {
		due, err := tx.Due()
		require.NoError(t, err)
		require.False(t, due, "before the first lease ends; a2, which waits, does not count")
	})
	now = now.Add(2 * time.Minute)
	again, _ := claim()
	require.Equal(t, "b1", again, "a lease that ended is free")
	now = now.Add(4 * time.Minute)
	for _, want := range []string{"b1", "a3", "a1"} {
		again, id = claim()
		require.Equal(t, want, again, "by the moment at which it is due")
	}
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.ReleaseLeases()) })
	again, id = claim()
	require.Equal(t, "b1", again, "a released lease is free at once")
	update(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.MarkSent(id))
		sent, err := tx.Outgoing(db.OutgoingSent)
		require.NoError(t, err)
		require.Len(t, sent, 1)
		due, err := tx.Due()
		require.NoError(t, err)
		require.True(t, due)
	})
}

// testOutboxOrder: a letter never overtakes an earlier one of its thread to the
// same player, and one that will never arrive holds up nobody.
func testOutboxOrder(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var ada db.Player
	update(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		for _, id := range []string{"1", "2", "3"} {
			post(t, tx, ada, 7, id)
		}
	})
	claim := func(want string) (o db.Outgoing) {
		t.Helper()
		err := d.Update(context.Background(), func(tx *db.Tx) (err error) { o, err = tx.Claim(0, time.Minute); return err })
		if want == "" {
			require.ErrorIs(t, err, db.ErrNotFound)
			return o
		}
		require.NoError(t, err)
		require.Equal(t, want, o.MessageID)
		return o
	}
	first := claim("1")
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(first.ID, now.Add(time.Hour), "later")) })
	now = now.Add(59 * time.Minute)
	claim("")
	now = now.Add(time.Minute)
	claim("1")
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.MarkRefused(first.ID, "no such person")) })
	second := claim("2")
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.PutBack(second.ID, "our fault")) })
	require.Equal(t, 1, claim("2").Attempts, "what was put back was no try")
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.MarkSent(second.ID)) })
	third := claim("3")
	// A moment that no Postpone of this clock can have meant.
	update(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(third.ID, now.Add(db.Ahead+time.Second), "")) })
	update(t, d, func(tx *db.Tx) {
		due, err := tx.Due()
		require.NoError(t, err)
		require.True(t, due)
	})
	claim("3")
}

func testOneAnswer(t *testing.T, d *db.DB) {
	var ada db.Player
	update(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		_, err := tx.Post(db.Outgoing{Player: ada.ID, Answers: 9, MessageID: "1", Raw: []byte("x")})
		require.NoError(t, err)
	})
	err := d.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Post(db.Outgoing{Player: ada.ID, Answers: 9, MessageID: "2", Raw: []byte("x")})
		return err
	})
	require.ErrorIs(t, err, db.ErrExists)
}

func testThreadIDs(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		for i := range 6 {
			post(t, tx, ada, 1, fmt.Sprint("a", i))
			post(t, tx, bob, 1, fmt.Sprint("b", i))
		}
		ids, err := tx.ThreadIDs(ada.ID, 1, 2)
		require.NoError(t, err)
		require.Equal(t, []string{"a0", "a4", "a5"}, ids)
	})
}
