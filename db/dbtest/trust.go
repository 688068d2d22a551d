package dbtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testRetire(t *testing.T, d *db.DB) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	at := func(ago time.Duration, f func(*db.Tx)) {
		t.Helper()
		d.Now = func() time.Time { return now.Add(-ago) }
		update(t, d, f)
	}
	at(30*time.Hour, func(tx *db.Tx) {
		_, err := tx.Keys()
		require.NoError(t, err)
	})
	at(20*time.Hour, func(tx *db.Tx) { post(t, tx, player(t, tx, "ada"), 0, "old") })
	at(10*time.Hour, func(tx *db.Tx) { require.NoError(t, tx.AddKey()) })
	at(5*time.Hour, func(tx *db.Tx) { post(t, tx, player(t, tx, "bob"), 0, "new") })
	at(0, func(tx *db.Tx) { require.NoError(t, tx.AddKey()) })
	at(0, func(tx *db.Tx) {
		keys, err := tx.KeyList()
		require.NoError(t, err)
		require.Len(t, keys, 3)
		require.True(t, keys[0].Newest)
		require.False(t, keys[1].Newest)
		require.True(t, keys[0].LastLetter.IsZero())
		require.Equal(t, now.Add(-5*time.Hour), keys[1].LastLetter)
		require.Equal(t, now.Add(-20*time.Hour), keys[2].LastLetter)
		require.ErrorIs(t, tx.RetireKey(keys[0].ID), db.ErrNewestKey)
		require.ErrorIs(t, tx.RetireKey(99), db.ErrNotFound)
		require.NoError(t, tx.RetireKey(keys[2].ID))
		left, err := tx.Keys()
		require.NoError(t, err)
		require.Len(t, left, 2)
	})
}

func testHeld(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte("1"), Raw: []byte("raw")})
		require.NoError(t, err)
		in, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		_, err = tx.WaitingHeld(ada.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		first, err := tx.Hold(ada.ID, in.ID, "one")
		require.NoError(t, err)
		others, err := tx.Hold(bob.ID, in.ID, "bob's")
		require.NoError(t, err)
		second, err := tx.Hold(ada.ID, in.ID, "two")
		require.NoError(t, err)
		waiting, err := tx.WaitingHeld(ada.ID)
		require.NoError(t, err)
		require.Equal(t, second, waiting)
		require.ErrorIs(t, tx.SettleHeld(first.ID, db.HeldDone), db.ErrNotFound, "a newer one took its place")
		require.NoError(t, tx.SettleHeld(second.ID, db.HeldDone))
		require.ErrorIs(t, tx.SettleHeld(second.ID, db.HeldDone), db.ErrNotFound, "once")
		all, err := tx.HeldOf(ada.ID, 10)
		require.NoError(t, err)
		require.Equal(t, []string{db.HeldDone, db.HeldReplaced}, []string{all[0].State, all[1].State})
		require.Empty(t, all[0].Lines+all[1].Lines, "what waits no more is erased")
		require.NoError(t, tx.ExpireHeld(tx.Now))
		_, err = tx.WaitingHeld(bob.ID)
		require.NoError(t, err, "not before its time")
		require.NoError(t, tx.ExpireHeld(tx.Now.Add(time.Second)))
		require.ErrorIs(t, tx.SettleHeld(others.ID, db.HeldDone), db.ErrNotFound)

		require.NoError(t, tx.NoteVouched(in.ID, "ada@example.org"))
		in, err = tx.Incoming(in.ID)
		require.NoError(t, err)
		require.Equal(t, "ada@example.org", in.Vouched)
		before, err := tx.CameBefore("1", in.ID)
		require.NoError(t, err)
		require.False(t, before)
		before, err = tx.CameBefore("1", in.ID+1)
		require.NoError(t, err)
		require.True(t, before)
	})
}

func testAddresses(t *testing.T, d *db.DB) {
	update(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		_, err := tx.SecondAddress(ada.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		a, err := tx.AskAddress(ada.ID, "Both@Example.net", "both@example.net")
		require.NoError(t, err)
		b, err := tx.AskAddress(bob.ID, "both@example.net", "both@example.net")
		require.NoError(t, err)
		_, err = tx.PlayerByAddress("both@example.net")
		require.ErrorIs(t, err, db.ErrNotFound, "it counts when it is confirmed")
		asked, err := tx.AskedAddresses("both@example.net")
		require.NoError(t, err)
		require.Len(t, asked, 2)
		require.NoError(t, tx.ConfirmAddress(a.ID))
		p, err := tx.PlayerByAddress("both@example.net")
		require.NoError(t, err)
		require.Equal(t, ada.ID, p.ID)
		p, err = tx.PlayerByAddress("ada@example.org")
		require.NoError(t, err)
		require.Equal(t, ada.ID, p.ID, "the first one counts as ever")
		require.ErrorIs(t, tx.ConfirmAddress(b.ID), db.ErrExists, "it is one player's")
		again, err := tx.AskAddress(bob.ID, "other@example.net", "other@example.net")
		require.NoError(t, err)
		require.Equal(t, b.Asked+1, again.Asked)
		require.NoError(t, tx.DropAddress(a.ID))
		_, err = tx.PlayerByAddress("both@example.net")
		require.ErrorIs(t, err, db.ErrNotFound)
		require.ErrorIs(t, tx.ConfirmAddress(a.ID), db.ErrNotFound, "what was taken away")
		left, err := tx.SecondAddress(ada.ID)
		require.NoError(t, err)
		require.Empty(t, left.Address)
		require.NoError(t, tx.Forget(bob, "somebody", func(db.Invitation) (string, error) { return "", nil }))
		_, err = tx.SecondAddress(bob.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}
