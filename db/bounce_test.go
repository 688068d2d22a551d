package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testBounces(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var ada db.Player
	var first, second, third int64
	bounced := func(tx *db.Tx) (messages []int64) {
		all, err := tx.Bounces(ada.ID, now.Add(-time.Hour))
		require.NoError(t, err)
		for _, b := range all {
			messages = append(messages, b.Message)
		}
		return messages
	}
	bounce := func(tx *db.Tx, id int64) bool {
		o, err := tx.Message(id)
		require.NoError(t, err)
		fresh, err := tx.AddBounce(o, "5.1.1")
		require.NoError(t, err)
		return fresh
	}
	change(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		bob := player(t, tx, "bob")
		first, second, third = enqueue(t, tx, ada, 1, "a1"), enqueue(t, tx, ada, 1, "a2"), enqueue(t, tx, ada, 2, "a3")
		other := enqueue(t, tx, bob, 1, "b1")
		require.True(t, bounce(tx, first))
		require.False(t, bounce(tx, first), "each letter once")
		require.True(t, bounce(tx, other))
		require.Equal(t, []int64{first}, bounced(tx), "another's does not count")
		o, err := tx.MessageByMessageID("a2")
		require.NoError(t, err)
		require.Equal(t, second, o.ID)
		_, err = tx.MessageByMessageID("a9")
		require.ErrorIs(t, err, db.ErrNotFound)
		require.NoError(t, tx.SetSender(second, "t+b@example.org"))
		o, err = tx.Message(second)
		require.NoError(t, err)
		require.Equal(t, "t+b@example.org", o.Sender)
	})
	now = now.Add(2 * time.Hour)
	change(t, d, func(tx *db.Tx) {
		require.Empty(t, bounced(tx), "it is older")
		require.True(t, bounce(tx, second))
		require.Equal(t, []int64{second}, bounced(tx))
		require.NoError(t, tx.ForgiveBounces(ada.ID))
		require.Empty(t, bounced(tx))
		require.False(t, bounce(tx, second), "what was forgiven counts never again")
	})
	change(t, d, func(tx *db.Tx) {
		markSent(t, tx, first)
		leased, err := tx.Claim(0, time.Minute, db.Everything)
		require.NoError(t, err)
		require.NoError(t, tx.Withhold(ada.ID, "why"))
		refused, err := tx.Outgoing(db.OutgoingRefused)
		require.NoError(t, err)
		var ids []int64
		for _, o := range refused {
			ids = append(ids, o.ID)
			require.Equal(t, "why", o.Remark)
		}
		require.Len(t, ids, 1, "neither what was sent nor what is being sent nor another's")
		require.Contains(t, []int64{second, third}, ids[0])
		require.NotEqual(t, leased.ID, ids[0])

		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
		require.True(t, bounce(tx, first), "nothing is kept of a forgotten player")
	})
}
